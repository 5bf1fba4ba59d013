/** Reading the rules: words are found whatever their accents, and a text is cut where it points at other clauses. */
import type { Clause, Section } from './rulebook.svelte';

/** A text without case and accents, and for each of its letters the place it has in the original. */
interface Folded {
  letters: string;
  places: number[];
}

/** The part of a text from `start` up to, not including, `end`. */
interface Span {
  start: number;
  end: number;
}

/** A piece of a clause: `to` is the clause or section it points at. */
interface Passage {
  text: string;
  kind: 'plain' | 'link' | 'code' | 'ruling';
  to: string;
  /** Whether it is what was searched for. */
  hit: boolean;
}

const LIGATURES: Record<string, string> = { æ: 'ae', œ: 'oe', ß: 'ss', '’': "'", '\u00a0': ' ' };
/** How the rulebooks point at a section, in each of their languages. */
const SECTION_WORDS = 'section|Kapitel|kapitola|chapitre';
const RULINGS = 'ruling|Entscheidung|výklad|interprétation';
/** What is more than words: `` `code` ``, a ruling's mark, a section, a clause. */
const POINTER = new RegExp(
  `\`([^\`]+)\`|\\((?:${RULINGS})\\)|(?:${SECTION_WORDS})\\s(\\d{1,2})\\b|\\b(\\d{1,2}\\.\\d{1,2})\\b`,
  'giu',
);

function folded(text: string): Folded {
  let letters = '';
  const places: number[] = [];
  for (let place = 0; place < text.length; place++) {
    const letter = (text[place] ?? '').toLowerCase();
    const plain = (LIGATURES[letter] ?? letter).normalize('NFKD').replace(/\p{M}/gu, '');
    letters += plain;
    for (let n = 0; n < plain.length; n++) places.push(place);
  }
  return { letters, places };
}

/** The words of a search. */
export function searched(text: string): string[] {
  return folded(text).letters.split(/\s+/).filter(Boolean);
}

/** Whether a clause holds all the words, in its number, its title or its text. */
function holds(clause: Clause, words: readonly string[]): boolean {
  const said = [clause.number, clause.title, clause.text, clause.why ?? '', clause.otherwise ?? ''];
  const { letters } = folded(said.join(' '));
  return words.every((word) => letters.includes(word));
}

/** The sections with the clauses that hold all the words; all of them if there are no words. */
export function matching(sections: readonly Section[], words: readonly string[]): Section[] {
  if (words.length === 0) return [...sections];
  return sections
    .map((section) => ({ ...section, clauses: section.clauses.filter((one) => holds(one, words)) }))
    .filter((section) => section.clauses.length > 0);
}

/** Where the words stand in a text, in order and without overlap. */
export function hits(text: string, words: readonly string[]): Span[] {
  if (words.length === 0) return [];
  const { letters, places } = folded(text);
  const spans: Span[] = [];
  for (const word of words) {
    for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + 1)) {
      const last = places[at + word.length - 1] ?? 0;
      spans.push({ start: places[at] ?? 0, end: last + 1 });
    }
  }
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Span[] = [];
  for (const span of spans) {
    const before = merged.at(-1);
    if (before && span.start <= before.end) before.end = Math.max(before.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

/** A text in passages: links to the clauses and sections that there are, and what was searched for. */
export function cut(text: string, known: ReadonlySet<string>, words: readonly string[] = []): Passage[] {
  const passages: Passage[] = [];
  const marked = hits(text, words);
  let done = 0;

  function add(from: number, to: number, kind: Passage['kind'], target: string): void {
    let start = from;
    for (const hit of marked) {
      if (hit.end <= start || hit.start >= to) continue;
      const left = Math.max(hit.start, start);
      const right = Math.min(hit.end, to);
      if (left > start) passages.push({ text: text.slice(start, left), kind, to: target, hit: false });
      passages.push({ text: text.slice(left, right), kind, to: target, hit: true });
      start = right;
    }
    if (start < to) passages.push({ text: text.slice(start, to), kind, to: target, hit: false });
  }

  for (const pointer of text.matchAll(POINTER)) {
    const [whole, code, section, clause] = pointer;
    const start = pointer.index;
    const target = section ?? clause ?? '';
    if (target && !known.has(target)) continue;
    add(done, start, 'plain', '');
    done = start + whole.length;
    if (code) add(start + 1, done - 1, 'code', '');
    else if (target) add(start, done, 'link', target);
    else add(start, done, 'ruling', '');
  }
  add(done, text.length, 'plain', '');
  return passages;
}
