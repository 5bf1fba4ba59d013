/** What the page without a server needs beside itself: Python for the browser, our own Python, the engine. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Made before the page is built (`make site`): `python/amyitis.zip` and `engine/*`. */
const MADE = '../build/local';
const NEEDED = ['python/amyitis.zip', 'engine/amyitis.wasm', 'engine/small.network'];
/** The largest file of Pyodide, as it comes. */
const WASM = 'pyodide.asm.wasm';
const PYODIDE = ['pyodide.mjs', 'pyodide.asm.mjs', WASM, 'python_stdlib.zip', 'pyodide-lock.json'];

/** Python's library and our own modules, in the order in which `kept_python.ts` takes them. */
const PYTHON = ['pyodide/python_stdlib.zip', 'python/amyitis.zip'];

function missing(name: string): () => never {
  return () => {
    throw new Error(`${join(MADE, name)} is missing: make site makes it`);
  };
}

function pyodide(): string {
  return dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
}

export function localFiles(): Plugin {
  let [root, folder] = ['', ''];
  return {
    name: 'amyitis-local-files',
    apply: 'build',
    /** The page knows its own Python: what it keeps of another one is of no use to it. */
    async config({ root: here = process.cwd() }) {
      const digest = createHash('sha256');
      let bytes = (await stat(join(pyodide(), WASM))).size;
      for (const name of PYTHON) {
        const content = await readFile(resolve(here, MADE, name)).catch(missing(name));
        digest.update(content);
        bytes += content.length;
      }
      return { define: { PYTHON_DIGEST: JSON.stringify(digest.digest('hex')), PYTHON_BYTES: `${bytes}` } };
    },
    configResolved(config) {
      root = config.root;
      folder = resolve(root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      async handler() {
        await mkdir(join(folder, 'pyodide'), { recursive: true });
        for (const name of PYODIDE) await cp(join(pyodide(), name), join(folder, 'pyodide', name));
        const made = resolve(root, MADE);
        for (const name of NEEDED) await stat(join(made, name)).catch(missing(name));
        await cp(made, folder, { recursive: true });
      },
    },
  };
}
