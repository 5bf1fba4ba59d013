/** Which part of the table a phone shows for a place, and for what is being watched. */
import type { Place } from '../table/board/board.svelte';
import type { LessonRoom } from './lesson_room.svelte';

export const TABS = ['garden', 'fieldsTemples', 'crafts', 'caravan', 'court', 'players'] as const;
export type Tab = (typeof TABS)[number];

const BY_PLACE: Record<string, Tab> = {
  side: 'garden',
  square: 'garden',
  row: 'fieldsTemples',
  temple: 'fieldsTemples',
  craft: 'crafts',
  pass: 'crafts',
  city: 'caravan',
  court: 'court',
  good: 'players',
};

export function tabOf(place: Place | null): Tab | null {
  return BY_PLACE[place?.split(':')[0] ?? ''] ?? null;
}

const BY_EVENT: [string, Tab][] = [
  ['tile', 'garden'],
  ['canal', 'garden'],
  ['cube in temple', 'fieldsTemples'],
  ['cube in row', 'fieldsTemples'],
  ['court card', 'court'],
  ['caravan', 'caravan'],
  ['deal', 'crafts'],
];

/** Where most of what is being watched happens. */
export function tabWatched(room: LessonRoom): Tab | null {
  const { step, lesson } = room;
  if (!step || !lesson) return null;
  const events = lesson.entries
    .slice(step.ply, step.ply + step.tokens.length)
    .flatMap((entry) => entry.events);
  return BY_EVENT.find(([what]) => events.some((event) => event.what === what))?.[1] ?? null;
}
