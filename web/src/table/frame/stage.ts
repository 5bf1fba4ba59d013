/** Which part of the table a phone shows, so that whoever looks sees where something happens. */
import type { GameEvent } from '../../api/types';

/** The parts of the board, of which one is on the stage. */
export const TABS = ['garden', 'fieldsTemples', 'court', 'players', 'log'] as const;
export type Tab = (typeof TABS)[number];
/** The actions under it: both where there is room, else one of them. */
export const SEGMENTS = ['crafts', 'caravan'] as const;
export type Segment = (typeof SEGMENTS)[number];

interface Stage {
  tab: Tab;
  segment: Segment;
}

/** Where each event happens; the first of these that a move has is what is looked at. */
const BY_EVENT: [string, Stage][] = [
  ['tile', { tab: 'garden', segment: 'caravan' }],
  ['canal', { tab: 'garden', segment: 'crafts' }],
  ['cube in temple', { tab: 'fieldsTemples', segment: 'crafts' }],
  ['cube in row', { tab: 'fieldsTemples', segment: 'crafts' }],
  ['palace track', { tab: 'fieldsTemples', segment: 'crafts' }],
  ['palace bonus', { tab: 'fieldsTemples', segment: 'crafts' }],
  ['court card', { tab: 'court', segment: 'caravan' }],
  ['caravan', { tab: 'garden', segment: 'caravan' }],
  ['recruited', { tab: 'garden', segment: 'crafts' }],
];

/** On which part a place of the table is seen; null for one that is always in sight. */
const BY_PLACE: [RegExp, Tab][] = [
  [/^(square|side):/, 'garden'],
  [/^(row|space|temple|track|bonus):/, 'fieldsTemples'],
  [/^held:/, 'court'],
];

/** The parts on which these places are seen. */
export function partsOf(places: Iterable<string>): Set<Tab> {
  const tabs = new Set<Tab>();
  for (const place of places) for (const [like, tab] of BY_PLACE) if (like.test(place)) tabs.add(tab);
  return tabs;
}

/** Where a move of these events is seen; null where it is seen anywhere. */
export function stageOf(events: readonly GameEvent[]): Stage | null {
  return BY_EVENT.find(([what]) => events.some((event) => event.what === what))?.[1] ?? null;
}
