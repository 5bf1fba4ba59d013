/** A reason as a sentence, in the language of the page: said to the reader where it is about one of their seats. */
import type { Reason, Seat } from '../../api/types';
import { spoken } from '../../strings/index.svelte';

export function reasonSaid({ seat, texts, to_you }: Reason, mine: readonly Seat[] = []): string {
  const own = mine.some((one) => one === seat) ? to_you?.[spoken()] : '';
  return own || (texts?.[spoken()] ?? texts?.['en'] ?? '');
}
