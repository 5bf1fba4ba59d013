/** Which part of the table a phone shows for what is being watched. */
import type { Tab } from '../table/frame/parts';
import type { LessonRoom } from './lesson_room.svelte';

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
