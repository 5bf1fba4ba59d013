/**
 * The worker that keeps the page in the browser, with the list of its files: written when all of them are there. A small
 * one of our own (`src/app/service_worker.ts`) does what the page needs; see `docs/explanation/dependencies.md`.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { transformWithOxc, type Plugin } from 'vite';

const SOURCE = new URL('./src/app/service_worker.ts', import.meta.url);
const NAME = 'service_worker.js';

export function offline(server: boolean): Plugin {
  let folder = '';
  return {
    name: 'amyitis-offline',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = await digests(folder);
        const version = digest(JSON.stringify(files)).slice(0, 12);
        const told = { FILES: files, VERSION: version, SERVER: server };
        const head = Object.entries(told).map(
          ([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`,
        );
        const source = await readFile(SOURCE, 'utf8');
        const { code } = await transformWithOxc(source, SOURCE.pathname);
        await writeFile(join(folder, NAME), head.join('') + code);
      },
    },
  };
}

/** By their names in the folder, the SHA-256 of all files. */
async function digests(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = found
    .filter((one) => one.isFile())
    .map((one) =>
      join(one.parentPath, one.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => name !== NAME && !name.endsWith('.br'))
    .sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, digest(await readFile(join(folder, name)))])),
  ) as Record<string, string>;
}

function digest(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
