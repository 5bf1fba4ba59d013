/** A reason as a sentence, in the language of the page: said to the reader where it is about one of their seats. */
import type { Reason, Seat } from '../../api/types';
import { listed, spoken, t, word } from '../../strings/index.svelte';
import { whyNot } from '../../table/tooltip/why_not';
import { moveName, moveNameFirst } from './move_words';

/** What a player is called. */
export type NameOf = (seat: string) => string;

export const colourOf: NameOf = (seat) => word('colour', seat);

export function reasonSaid(reason: Reason, mine: readonly Seat[] = [], name = colourOf): string {
  if (reason.cause) return causeSaid(reason, reason.cause, name);
  const { seat, texts, to_you } = reason;
  const own = mine.some((one) => one === seat) ? to_you?.[spoken()] : '';
  const said = own || (texts?.[spoken()] ?? texts?.['en'] ?? '');
  return said.replace('{who}', () => (seat ? name(seat) : ''));
}

/** Which later turn is lost, by which rule, who took it or what gave it away, and what it would have brought. */
function causeSaid({ key }: Reason, cause: NonNullable<Reason['cause']>, name: NameOf): string {
  const { move, clause, brings, by, by_seat, gave } = cause;
  const values = {
    move: moveName(move),
    clause,
    why: whyNot(cause, name),
    by: by_seat ? name(by_seat) : '',
    taking: by ? moveName(by) : '',
  };
  return [
    t(
      key === 'taken'
        ? 'insight.cause.taken'
        : key === 'lost'
          ? 'insight.cause.lost'
          : 'insight.cause.enabled',
      values,
    ),
    gave && key !== 'taken' ? t('insight.cause.gave', { move: moveNameFirst(gave) }) : '',
    brings.length ? t('insight.cause.brings', { things: listed(brings.map(moveName), 'disjunction') }) : '',
  ]
    .filter(Boolean)
    .join(' ');
}
