/** Emphasis that travels inside words: a sentence can be a part of another and keep what is strong or green in it. */
import { pieces, type Key, type Piece, type Values } from '../../strings/index.svelte';

type Tag = Exclude<Piece['tag'], ''>;

/** Characters of private use that no name and no message holds. */
const OPENS: Record<Tag, string> = { b: '\uE000', g: '\uE001', q: '\uE002' };
const CLOSES = '\uE003';
const MARKS = /([\uE000-\uE003])/;

/** A sentence with its emphasis marked inside the text, to be a value of another sentence. */
export function said(key: Key, values: Values = {}): string {
  return pieces(key, values)
    .map(({ text, tag }) => (tag ? OPENS[tag] + text + CLOSES : text))
    .join('');
}

/** Marked text in pieces; where tags lie in each other the inner one counts. */
export function inPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  const open: Tag[] = [];
  for (const part of text.split(MARKS)) {
    const tag = (Object.keys(OPENS) as Tag[]).find((one) => OPENS[one] === part);
    if (tag) open.push(tag);
    else if (part === CLOSES) open.pop();
    else if (part) pieces.push({ text: part, tag: open.at(-1) ?? '' });
  }
  return pieces;
}
