import { expect, test } from 'vitest';
import type { Craft } from '../../../src/api/types';
import { keepPlaces } from '../../../src/table/crafts/slots';

const shown = (slots: ReturnType<typeof keepPlaces>) =>
  slots.map(({ craft, lies }) => (lies ? craft[0] : '-')).join('');
const cards = (letters: string) =>
  [...letters].map((one) => ({ p: 'peasant', m: 'merchant', e: 'engineer' })[one] as Craft);

test('cards stay where they lie when others are taken, and come back to their place', () => {
  let slots = keepPlaces([], cards('pme'), 3);
  expect(shown(slots)).toBe('pme');
  slots = keepPlaces(slots, cards('pe'), 3);
  expect(shown(slots)).toBe('p-e');
  slots = keepPlaces(slots, cards('e'), 3);
  expect(shown(slots)).toBe('--e');
  expect(shown(keepPlaces(slots, cards('pme'), 3))).toBe('pme');
  expect(shown(keepPlaces(slots, cards('pe'), 3))).toBe('p-e');
});

test('new cards are laid in their order', () => {
  const taken = keepPlaces(keepPlaces([], cards('pme'), 3), cards('e'), 3);
  expect(shown(keepPlaces(taken, cards('epp'), 3))).toBe('epp');
  const twins = keepPlaces(keepPlaces([], cards('pep'), 3), cards('pe'), 3);
  expect(shown(twins)).toBe('pe-');
});
