/** The files of the page, compressed as well as can be when it is built: `name.br` beside `name`. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXTS = /\.(css|html|js|json|svg|txt|webmanifest)$/;
const squeeze = promisify(brotliCompress);

export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'amyitis-compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = (await readdir(folder, { recursive: true })).filter((name) => TEXTS.test(name));
      await Promise.all(
        names.map(async (name) => {
          const text = await readFile(join(folder, name));
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
          await writeFile(join(folder, `${name}.br`), await squeeze(text, { params }));
        }),
      );
    },
  };
}
