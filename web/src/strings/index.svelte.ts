/** What the page says, by key, in the chosen language: ICU messages, plurals included, with a few tags for emphasis. */
import type { IntlMessageFormat } from 'intl-messageformat';
import type all from './en';
import start from './en/start';
import { listOf, messageOf, type ListKind, type Message } from './formatting';
import { isPlain } from './plain';

/** In the built page the messages have been read already (`messages.ts`). */
export type Catalogue = Record<Key, Message>;
export type Key = keyof typeof all;
export type Values = Record<string, string | number | boolean>;
/** A piece of a sentence: plain, or marked by a tag (`<b>` strong, `<g>` a gain, `<q>` quiet). */
export interface Piece {
  text: string;
  tag: '' | 'b' | 'g' | 'q';
}

export const LANGUAGES = ['en', 'de', 'cs', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

const catalogues = import.meta.glob<{ default: Catalogue }>(['./*/index.ts', '!./en/index.ts']);
/** What is here of English: other parts come with the pages that say them (`table_words.ts`, `page_words.ts`). */
const en = { ...start } as Catalogue;
let language = $state<Language>('en');
let catalogue = $state.raw<Catalogue>(en);
let made = new Map<string, IntlMessageFormat>();

/** The language the page speaks now. */
export function spoken(): Language {
  return language;
}

/** Further words of English, for a page that is about to be shown. */
export function addWords(words: Partial<Catalogue>): void {
  Object.assign(en, words);
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
  return key in en || key in catalogue;
}

/** A sentence. */
export function t(key: Key, values: Values = {}): string {
  return pieces(key, values)
    .map((piece) => piece.text)
    .join('');
}

/** The words for a key that is made of what the server says; the key itself where there are none. */
export function tMade(key: string, values: Values = {}): string {
  return has(key) ? t(key, values) : key;
}

/** The things of the game that have names. */
type Family = 'good' | 'craft' | 'court' | 'temple' | 'row' | 'bonus' | 'colour' | 'level' | SetUp;
type SetUp = 'setup.next' | 'setup.ask';

/** What a thing of the game is called: `word('good', 'wine')`; its own name where there is no word for it. */
export function word(family: Family, name: string | null): string {
  const key = `${family}.${name}`;
  return has(key) ? t(key) : (name ?? '');
}

/** A sentence in pieces, for those who show its emphasis; a key without words says itself. */
export function pieces(key: string, values: Values = {}): Piece[] {
  const words = has(key) ? catalogue[key] : key;
  if (typeof words === 'string' && isPlain(words)) return [{ text: words, tag: '' }];
  const tags = { b: tagged('b'), g: tagged('g'), q: tagged('q') };
  const formatted = message(key, words).format<Piece>({ ...values, ...tags } as never);
  const parts = Array.isArray(formatted) ? formatted : [formatted];
  return parts.map((part) => (typeof part === 'object' ? (part as Piece) : { text: String(part), tag: '' }));
}

/** Words as a list: "a, b and c". */
export function listed(words: readonly string[], kind: ListKind = 'conjunction'): string {
  return listOf(words, language, kind);
}

function tagged(tag: Piece['tag']) {
  return (parts: unknown[]): Piece => ({ text: parts.join(''), tag });
}

function message(key: string, words: Message): IntlMessageFormat {
  let text = made.get(key);
  if (!text) {
    text = messageOf(words, language);
    made.set(key, text);
  }
  return text;
}
