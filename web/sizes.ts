/** Prints how large the folder of the page without a server is, part by part, as it lies there and as hosts send it. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The folders of the files that are parts of their own; all else is the page itself. */
const PARTS: Record<string, string> = {
  pyodide: 'Python (Pyodide)',
  python: 'the game in Python',
  engine: 'engine and network',
  answers: 'rules and lessons',
};
const PAGE = 'the page';

export function sizes(): Plugin {
  let folder = '';
  return {
    name: 'amyitis-sizes',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const found = new Map<string, [number, number]>();
        for (const one of await readdir(folder, { recursive: true, withFileTypes: true })) {
          if (!one.isFile()) continue;
          const content = await readFile(join(one.parentPath, one.name));
          const part = PARTS[one.parentPath.slice(folder.length + 1)] ?? PAGE;
          for (const name of [part, 'all']) {
            const [plain, small] = found.get(name) ?? [0, 0];
            found.set(name, [plain + content.length, small + gzipSync(content, { level: 9 }).length]);
          }
        }
        for (const [name, [plain, small]] of [...found].sort((a, b) => a[1][1] - b[1][1]))
          console.log(`${name.padEnd(22)} ${told(plain)} kB ${told(small)} kB compressed`);
      },
    },
  };
}

function told(bytes: number): string {
  return Math.ceil(bytes / 1000)
    .toLocaleString('en')
    .padStart(7);
}
