/** What a message is written with; words without any of it are said as they are, and need no reading. */
const SIGNS = /[{}<'#]/;

export function isPlain(message: string): boolean {
  return !SIGNS.test(message);
}
