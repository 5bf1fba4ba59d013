/** English comes in parts, each with the pages that say it: no page says a word that it is not loaded with. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import all from '../../src/strings/en';
import account from '../../src/strings/en/account.json';
import pages from '../../src/strings/en/pages';
import start from '../../src/strings/en/start';
import table from '../../src/strings/en/table';

const IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm;
const LATER = /import\('(\.[^']+)'\)/g;
const ENDINGS = ['', '.ts', '.svelte', '.svelte.ts', '/index.ts'];
const KEYS = Object.keys(all);

function found(from: string, name: string): string {
  const path = join(dirname(from), name);
  return ENDINGS.map((one) => path + one).find((one) => existsSync(one) && statSync(one).isFile()) ?? '';
}

/** The sources that a source is loaded with, itself among them. */
function loadedWith(root: string, known = new Set<string>()): Set<string> {
  if (known.has(root) || !/\.(ts|svelte)$/.test(root)) return known;
  known.add(root);
  for (const [, name = ''] of readFileSync(root, 'utf8').matchAll(IMPORT))
    loadedWith(found(root, name), known);
  return known;
}

/** The keys that a source names, whole or with something put in at run time. */
function said(source: string): string[] {
  if (source.includes('/strings/')) return [];
  const text = readFileSync(source, 'utf8');
  const whole = new Set([...text.matchAll(/['"`]([a-zA-Z]\w*(?:\.\w+)+)['"`]/g)].map(([, key]) => key));
  const made = [...text.matchAll(/`([a-zA-Z]\w*\.[\w.]*)\$\{[^`]*?\}([\w.]*)`/g)];
  return KEYS.filter(
    (key) =>
      whole.has(key) || made.some(([, head = '', tail = '']) => key.startsWith(head) && key.endsWith(tail)),
  );
}

const APP = 'src/App.svelte';
const FIRST = loadedWith('src/main.ts');
const PAGES = [...readFileSync(APP, 'utf8').matchAll(LATER)].map(([, name = '']) => found(APP, name));

test('the start page has the words it says, and little else', () => {
  expect(FIRST.has('src/lobby/Lobby.svelte')).toBe(true);
  const missing = [...FIRST].flatMap((source) => said(source).filter((key) => !(key in start)));
  expect(missing).toEqual([]);
  expect(Object.keys(start).length).toBeLessThan(KEYS.length / 4);
});

test.each([...new Set(PAGES)])('%s has the words it says', (page) => {
  const sources = loadedWith(page);
  const words = {
    ...start,
    ...(sources.has('src/strings/table_words.ts') ? table : {}),
    ...(sources.has('src/strings/page_words.ts') ? pages : {}),
    ...(sources.has('src/strings/account_words.ts') ? account : {}),
  };
  const missing = [...sources].flatMap((source) =>
    said(source)
      .filter((key) => !(key in words))
      .map((key) => `${source}: ${key}`),
  );
  expect(missing).toEqual([]);
});
