import { expect, test } from 'vitest';
import { worth } from '../../../src/table/garden/worth';

test('a tile brings a good of choice, or the one that it names', () => {
  expect(worth('1:3+good')).toContain('a good of your choice');
  expect(worth('1:3+dates+2talents')).toContain('dates, and 2 talents');
});
