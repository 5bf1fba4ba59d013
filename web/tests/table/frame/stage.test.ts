import { expect, test } from 'vitest';
import type { GameEvent } from '../../../src/api/types';
import { partsOf, stageOf } from '../../../src/table/frame/stage';

const events = (...kinds: string[]) => kinds.map((what) => ({ what })) as GameEvent[];

test('a phone shows where a move happens, and stays where nothing is to be seen', () => {
  expect(stageOf(events('recruited', 'canal', 'prestige'))).toEqual({ tab: 'garden', segment: 'crafts' });
  expect(stageOf(events('recruited', 'cube in temple'))?.tab).toBe('fieldsTemples');
  expect(stageOf(events('caravan', 'camels', 'court card'))?.tab).toBe('court');
  expect(stageOf(events('talents'))).toBeNull();
});

test('places are looked for on the part that shows them', () => {
  const places = ['side:a1-b1', 'space:top/2', 'temple:ishtar', 'held:W/banker', 'talents:W', 'city:Uruk'];
  expect([...partsOf(places)].sort()).toEqual(['court', 'fieldsTemples', 'garden']);
});
