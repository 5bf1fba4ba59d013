/** The catalogues: every language says everything English says, with the same values, and nothing is said that is not used. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import cs from '../../src/strings/cs';
import de from '../../src/strings/de';
import en from '../../src/strings/en';
import fr from '../../src/strings/fr';
import { listOf, messageOf } from '../../src/strings/formatting';
import { LANGUAGES } from '../../src/strings/index.svelte';

const OTHERS = { de, cs, fr };
const SOURCES = 'src';
const COUNTS = [0, 1, 2, 3, 5, 21];

interface Part {
  type: number;
  value?: unknown;
  options?: Record<string, { value: Part[] }>;
  children?: Part[];
}

/** The values and tags that a message names. */
function named(parts: Part[]): Set<string> {
  const found = new Set<string>();
  for (const part of parts) {
    if (part.type >= 1 && part.type <= 6) found.add(String(part.value));
    if (part.type === 8) found.add(`<${part.value}>`);
    for (const option of Object.values(part.options ?? {}))
      named(option.value).forEach((one) => found.add(one));
    if (part.children) named(part.children).forEach((one) => found.add(one));
  }
  return found;
}

function namedIn(message: string, language: string): string[] {
  return [...named(new IntlMessageFormat(message, language).getAst() as unknown as Part[])].sort();
}

function sources(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'strings' ? '' : sources(path);
      return /\.(svelte|ts)$/.test(entry.name) && entry.name !== 'schema.ts'
        ? readFileSync(path, 'utf8')
        : '';
    })
    .join('\n');
}

describe.each(Object.entries(OTHERS))('%s', (language, catalogue) => {
  test('says all that English says and no more', () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
  });

  test('names the same values and tags', () => {
    const wrong = Object.entries(en).filter(([key, message]) => {
      const other = (catalogue as Record<string, string>)[key] ?? '';
      return namedIn(other, language).join() !== namedIn(message, 'en').join();
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  test('finds words for every number', () => {
    for (const message of Object.values(catalogue) as string[]) {
      const names = namedIn(message, language);
      for (const n of COUNTS) {
        const values = Object.fromEntries(
          names.map((name) => (name.startsWith('<') ? [name.slice(1, -1), (x: unknown) => x] : [name, n])),
        );
        new IntlMessageFormat(message, language).format(values as never);
      }
    }
  });

  test('is hardly ever the same as English', () => {
    const same = Object.entries(en).filter(
      ([key, message]) => message.length > 24 && (catalogue as Record<string, string>)[key] === message,
    );
    expect(same.length).toBeLessThan(Object.keys(en).length / 200);
  });
});

test('the start page is called by one name', () => {
  for (const catalogue of [en, de, cs, fr])
    expect(Object.entries(catalogue).filter(([, words]) => /lobby/i.test(String(words)))).toEqual([]);
});

test('every string is used', () => {
  const text = sources(SOURCES);
  const whole = new Set(
    [...text.matchAll(/['"`]([a-zA-Z][\w-]*(?:\.[\w-]+)+)['"`]/g)].map((found) => found[1]),
  );
  // Keys made at run time: t(`craft.${name}`), t(`ask.${task}Hint`), `${...}` at any place.
  const made = [...text.matchAll(/`([a-zA-Z][\w-]*\.[^`]*?\$\{[^`]*)`/g)].map(
    ([, pattern = '']) =>
      new RegExp(
        `^${pattern
          .split(/\$\{[^}]*\}/)
          .map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
          .join('.+')}$`,
      ),
  );
  // Words of the things of the game: word('good', name).
  for (const [, family] of text.matchAll(/\bword\('(\w+)'/g)) made.push(new RegExp(`^${family}\\.[\\w ]+$`));
  const unused = Object.keys(en).filter(
    (key) => !whole.has(key) && !made.some((pattern) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
});

test('numbers are written as each language writes them', () => {
  const said = (n: number, language: string) =>
    messageOf('{n, plural, other {#}} {n, number}', language).format({ n });
  expect(said(7, 'de')).toBe('7 7');
  expect(said(1234, 'en')).toBe('1,234 1,234');
  expect(said(1234, 'de')).toBe('1.234 1.234');
  expect(said(2.5, 'cs')).toBe('2,5 2,5');
  expect(said(-3, 'en')).toBe('-3 -3');
});

test('things are listed as each language lists them', () => {
  const words = ['a', 'b', 'c', 'd'];
  for (const language of LANGUAGES)
    for (const type of ['conjunction', 'disjunction', 'unit'] as const)
      for (let n = 0; n <= words.length; n += 1) {
        const intl = new Intl.ListFormat(language, type === 'unit' ? { type, style: 'short' } : { type });
        expect(listOf(words.slice(0, n), language, type)).toBe(intl.format(words.slice(0, n)));
      }
});
