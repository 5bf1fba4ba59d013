/** The parts of the table that a phone shows one at a time, in a lesson and of a position. */
import type { Place } from '../board/board.svelte';

export const TABS = ['garden', 'fieldsTemples', 'crafts', 'caravan', 'court', 'players'] as const;
export type Tab = (typeof TABS)[number];

const BY_PLACE: Readonly<Record<string, Tab>> = {
  side: 'garden',
  square: 'garden',
  row: 'fieldsTemples',
  temple: 'fieldsTemples',
  bonus: 'fieldsTemples',
  noble: 'fieldsTemples',
  craft: 'crafts',
  pass: 'crafts',
  city: 'caravan',
  court: 'court',
  good: 'players',
};

/** The part in which a place lies. */
export function tabFor(place: Place | null): Tab | null {
  return BY_PLACE[place?.split(':')[0] ?? ''] ?? null;
}
