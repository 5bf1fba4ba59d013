import { expect, test } from 'vitest';
import { craftsIn } from '../../../src/table/answers/choices';
import { fullTemple as view } from '../../views';

test('equal Craft cards are counted as often as they glow, and once if they are free as well', () => {
  const twins = view.crafts[0]!.face_up.filter((craft) => craft === 'peasant').length;
  expect(twins).toBe(2);
  expect(craftsIn(['peasant/1', 'pass', 'go:Uruk'], view)).toBe(2);
  expect(craftsIn(['peasant/1', 'free:peasant/1'], view)).toBe(2);
  expect(craftsIn(['pass'], view)).toBe(0);
});
