import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, test } from 'vitest';
import type { View } from '../../../src/api/types';
import Race from '../../../src/table/race/Race.svelte';
import { spread } from '../../../src/table/race/spread';
import { onePassed as view } from '../../views';

afterEach(cleanup);

const scored = (...prestige: number[]): View => ({
  ...view,
  seats: view.seats.map((seat, i) => ({ ...seat, prestige: prestige[i] ?? 0 })),
});
const end = () => Number([...document.querySelectorAll('text')].at(-1)?.textContent);

describe('Race', () => {
  test('tells everybody’s prestige, the highest first', () => {
    render(Race, { view: scored(26, 23, 17, 28) });
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Red 28, White 26, Black 23, Blue 17');
  });

  test.each([
    [0, 40],
    [40, 40],
    [41, 60],
    [73, 80],
    [101, 120],
  ])('with %i prestige the scale ends at %i', (highest, last) => {
    render(Race, { view: scored(highest, 1, 2, 3) });
    expect(end()).toBe(last);
  });

  test('equal scores share a needle but no cube hides another', () => {
    render(Race, { view: scored(20, 20, 20, 21) });
    const at = (name: string) =>
      [...document.querySelectorAll<SVGElement>(name)].map((one) =>
        Number(/translateX\(([-\d.]+)px/.exec(one.style.transform)?.[1]),
      );
    const cubes = at('.cube').sort((a, b) => a - b);
    expect(new Set(at('.needle')).size).toBe(2);
    expect(Math.min(...cubes.slice(1).map((x, i) => x - (cubes[i] ?? 0)))).toBeGreaterThanOrEqual(22);
  });
});

describe('spread', () => {
  test('leaves alone what is far enough apart', () => {
    expect(spread([10, 40, 90], 20, [0, 100])).toEqual([10, 40, 90]);
  });

  test('keeps order and distance, and stays inside', () => {
    expect(spread([0, 0, 99, 100], 10, [0, 100])).toEqual([0, 10, 90, 100]);
    expect(spread([50, 50, 58], 10, [0, 100])[1]).toBeCloseTo(52.667, 2);
  });
});
