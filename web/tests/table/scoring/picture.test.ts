/** The picture of the final scoring: what is worked out for it; how it looks is seen in a browser. */
import { expect, test } from 'vitest';
import { barsOf, heightOf, inkOn } from '../../../src/table/scoring/picture';

test('bars follow each other, and the best player fills the width', () => {
  expect(barsOf([30, 0, 10], 40, 800)).toEqual([
    { x: 0, w: 600 },
    { x: 600, w: 0 },
    { x: 600, w: 200 },
  ]);
  expect(barsOf([0, -2], 0, 800)).toEqual([
    { x: 0, w: 0 },
    { x: 0, w: 0 },
  ]);
});

test('there is room for every player and every row of the legend', () => {
  expect(heightOf(4, 8) - heightOf(3, 8)).toBe(84);
  expect(heightOf(2, 9)).toBeGreaterThan(heightOf(2, 8));
});

test('letters are read on every colour', () => {
  expect([inkOn('#f0d67e'), inkOn('#1d4f91')]).toEqual(['#2a2017', '#ffffff']);
});
