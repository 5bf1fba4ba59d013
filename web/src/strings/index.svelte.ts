/** What the page says, by key, in the chosen language: ICU messages, plurals included, with a few tags for emphasis. */
import { IntlMessageFormat } from 'intl-messageformat';
import en from './en';

export type Catalogue = Record<Key, string>;
export type Key = keyof typeof en;
export type Values = Record<string, string | number | boolean>;
/** A piece of a sentence: plain, or marked by a tag (`<b>` strong, `<g>` a gain, `<q>` quiet). */
export interface Piece {
  text: string;
  tag: '' | 'b' | 'g' | 'q';
}

export const LANGUAGES = ['en', 'de', 'cs', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

const catalogues = import.meta.glob<{ default: Catalogue }>(['./*/index.ts', '!./en/index.ts']);
let language = $state<Language>('en');
let catalogue = $state.raw<Catalogue>(en);
let made = new Map<Key, IntlMessageFormat>();

/** The language the page speaks now. */
export function spoken(): Language {
  return language;
}

/** Speak another language, once its words are here. */
export async function speak(wanted: Language): Promise<void> {
  const words = wanted === 'en' ? en : (await catalogues[`./${wanted}/index.ts`]?.())?.default;
  if (!words) return;
  made = new Map();
  catalogue = words;
  language = wanted;
  document.documentElement.lang = wanted;
}

/** Whether the catalogue has words for a key. */
export function has(key: string): key is Key {
  return key in en;
}

/** A sentence. */
export function t(key: Key, values: Values = {}): string {
  return pieces(key, values)
    .map((piece) => piece.text)
    .join('');
}

/** A sentence in pieces, for those who show its emphasis. */
export function pieces(key: Key, values: Values = {}): Piece[] {
  const tags = { b: tagged('b'), g: tagged('g'), q: tagged('q') };
  const found = message(key).format<Piece>({ ...values, ...tags } as never);
  const parts = Array.isArray(found) ? found : [found];
  return parts.map((part) => (typeof part === 'object' ? (part as Piece) : { text: String(part), tag: '' }));
}

/** Words as a list: "a, b and c". */
export function listed(
  words: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return new Intl.ListFormat(language, { type }).format(words);
}

function tagged(tag: Piece['tag']) {
  return (parts: unknown[]): Piece => ({ text: parts.join(''), tag });
}

function message(key: Key): IntlMessageFormat {
  const words = catalogue[key];
  let found = made.get(key);
  if (!found) {
    found = new IntlMessageFormat(words ?? key, language);
    made.set(key, found);
  }
  return found;
}
