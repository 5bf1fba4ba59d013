/** What the page without a server needs beside itself: Python for the browser, our own Python, the engine. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Made before the page is built (`make site`): `python/amyitis.zip` and `engine/*`. */
const MADE = '../build/local';
const NEEDED = ['python/amyitis.zip', 'engine/amyitis.wasm', 'engine/small.json', 'engine/small.f16'];
const PYODIDE = [
  'pyodide.mjs',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'python_stdlib.zip',
  'pyodide-lock.json',
];

/** Python's library and our own modules, in the order in which `kept_python.ts` takes them. */
const PYTHON = ['pyodide/python_stdlib.zip', 'python/amyitis.zip'];

function missing(name: string): () => never {
  return () => {
    throw new Error(`${join(MADE, name)} is missing: make site makes it`);
  };
}

export function localFiles(): Plugin {
  let [root, folder] = ['', ''];
  return {
    name: 'amyitis-local-files',
    apply: 'build',
    /** The page knows its own Python: what it keeps of another one is of no use to it. */
    async config({ root: here = process.cwd() }) {
      const digest = createHash('sha256');
      for (const name of PYTHON)
        digest.update(await readFile(resolve(here, MADE, name)).catch(missing(name)));
      return { define: { PYTHON_DIGEST: JSON.stringify(digest.digest('hex')) } };
    },
    configResolved(config) {
      root = config.root;
      folder = resolve(root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      async handler() {
        const pyodide = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
        await mkdir(join(folder, 'pyodide'), { recursive: true });
        for (const name of PYODIDE) await cp(join(pyodide, name), join(folder, 'pyodide', name));
        const made = resolve(root, MADE);
        for (const name of NEEDED) await stat(join(made, name)).catch(missing(name));
        await cp(made, folder, { recursive: true });
      },
    },
  };
}
