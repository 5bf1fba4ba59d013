/**
 * The typefaces of the page, cut to the letters it needs when it is built: out of the packages, into `.fonts/`.
 * Eczar is for names and titles, Source Sans 3 for the rest; `src/page/fonts.css` says which letters are in which file.
 */
import { createRequire } from 'node:module';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subset from 'subset-font';
import type { Plugin } from 'vite';

const HERE = dirname(fileURLToPath(import.meta.url));
const FOLDER = join(HERE, '.fonts');
const { resolve } = createRequire(import.meta.url);

function span(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('');
}

/** What English, German and French are written with, and all signs. */
const LATIN =
  span(0x20, 0x7e) +
  '\u00a0\u202f©«°±·»¿×÷' +
  span(0xc0, 0xd6) +
  span(0xd8, 0xf6) +
  span(0xf8, 0xff) +
  'ŒœŸ–—‘’‚“”„…‹›•−←→↑↓';
/** The further letters of Czech, and of the names of its neighbours. */
const CENTRAL = 'ĄąĆćČčĎďĘęĚěĹĺĽľŁłŃńŇňŐőŔŕŘřŚśŠšŤťŮůŰűŹźŻżŽž';

const FACES = [
  { name: 'title-latin', from: 'eczar/files/eczar-latin', text: LATIN, lightest: 500 },
  { name: 'title-central', from: 'eczar/files/eczar-latin-ext', text: CENTRAL, lightest: 500 },
  { name: 'text-latin', from: 'source-sans-3/files/source-sans-3-latin', text: LATIN, lightest: 400 },
  { name: 'text-central', from: 'source-sans-3/files/source-sans-3-latin-ext', text: CENTRAL, lightest: 400 },
] as const;
const BOLDEST = 700;

async function cut({ name, from, text, lightest }: (typeof FACES)[number]): Promise<void> {
  const source = resolve(`@fontsource-variable/${from}-wght-normal.woff2`);
  const target = join(FOLDER, `${name}.woff2`);
  const [made, ...needed] = await Promise.all([target, source, join(HERE, 'fonts.ts')].map(changed));
  if (needed.every((one) => one <= (made ?? 0))) return;
  const weights = { min: lightest, max: BOLDEST, default: lightest };
  const face = await subset(await readFile(source), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(target, face);
}

async function changed(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

export function fonts(): Plugin {
  let base = '/';
  return {
    name: 'amyitis-fonts',
    configResolved(config) {
      base = config.base;
    },
    async config() {
      for (const face of FACES) await cut(face);
    },
    async generateBundle() {
      const texts = ['eczar', 'source-sans-3'].map((one) =>
        readFile(resolve(`@fontsource-variable/${one}/LICENSE`), 'utf-8'),
      );
      const source = (await Promise.all(texts)).join('\n\n');
      this.emitFile({ type: 'asset', fileName: 'fonts-license.txt', source });
    },
    /** The letters that every page needs are asked for before its styles are read. */
    transformIndexHtml(_html, { bundle }) {
      return Object.keys(bundle ?? {})
        .filter((file) => /(title|text)-latin.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: base + file },
          injectTo: 'head',
        }));
    },
  };
}
