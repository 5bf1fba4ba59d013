/** Where the moves of a decision lie on the table. */
import type { ReviewedMove, Seat, View } from '../../api/types';
import { placeOf } from '../../table/answers/choices';
import type { Place } from '../../table/board/board.svelte';

/** The parts of the table, of which a phone shows one. */
export const PARTS = ['caravan', 'crafts', 'garden', 'fieldsTemples', 'players', 'log'] as const;
export type Part = (typeof PARTS)[number];

const BY_PLACE: readonly [RegExp, Part][] = [
  [/^(city|court):/, 'caravan'],
  [/^craft:|^(pass|noble)$/, 'crafts'],
  [/^(square|side):/, 'garden'],
  [/^(row|temple|bonus):/, 'fieldsTemples'],
  [/^(good|panel):/, 'players'],
];

/** The place where a move is seen; what has no place of its own is seen where it is asked for. */
export function markedPlace(token: string, view: View, seat: Seat): Place {
  const place = placeOf(token, view, seat);
  if (place === 'camel' || place === 'talent') return 'temple:ishtar';
  if (place === 'keep' || place.startsWith('swap:')) return 'temple:tammouz';
  return /^(pay|sell):/.test(place) ? `city:${view.caravan}` : place;
}

/** The part of the table on which a place is seen. */
export function partOf(place: Place): Part {
  return BY_PLACE.find(([like]) => like.test(place))?.[1] ?? 'garden';
}

/** The part on which a decision is seen: where its better move lies. */
export function partOfDecision(decision: ReviewedMove, view: View): Part {
  return partOf(markedPlace(decision.best, view, decision.seat));
}

/** The place a journey begins at; null for other moves. */
export function origin(token: string, view: View): Place | null {
  return token.startsWith('go:') ? `city:${view.caravan}` : null;
}
