import { describe, expect, it } from 'vitest';
import {
  backToFront,
  borderOf,
  cellOf,
  CELLS,
  centre,
  channel,
  heart,
  nearest,
  onScreen,
  PLANS,
  walls,
  type Shape,
} from '../../../src/table/garden/geometry';
import { plantsOf } from '../../../src/table/garden/plants';
import { stepTo } from '../../../src/table/garden/steps';
import { digging } from '../../views';

const SHAPES: Shape[] = ['wide', 'phone', 'aim'];
const SIDES = Object.keys(digging.garden.sides);
const SQUARES = CELLS.map(({ square }) => `square:${square}`);

describe.each(SHAPES)('the garden in the shape %s', (shape) => {
  const plan = PLANS[shape];

  it('lies within its frame, with d4 on top and a1 at the bottom', () => {
    const hearts = CELLS.map((cell) => centre(plan, cell));
    for (const [x, y] of hearts) {
      expect(x).toBeGreaterThan(plan.hw * 0.7);
      expect(x).toBeLessThan(plan.w - plan.hw * 0.7);
      expect(y).toBeGreaterThan(plan.hh * 0.7);
      expect(y).toBeLessThan(plan.h - plan.hh * 0.7);
    }
    const heights = hearts.map(([, y]) => y);
    expect(centre(plan, cellOf('d4'))[1]).toBe(Math.min(...heights));
    expect(centre(plan, cellOf('a1'))[1]).toBe(Math.max(...heights));
  });

  it('puts each canal halfway between its two squares', () => {
    for (const side of SIDES) {
      const { near, far } = borderOf(side);
      const [x, y] = channel(plan, borderOf(side)).at(0.5);
      const [a, b] = [centre(plan, near), centre(plan, far)];
      expect(x).toBeCloseTo((a[0] + b[0]) / 2);
      expect(y).toBeCloseTo((a[1] + b[1]) / 2);
    }
  });

  it('shows the eight outer walls and the twelve between floors', () => {
    const heights = walls(plan).map(({ height }) => height);
    expect(heights.filter((height) => height === plan.base)).toHaveLength(8);
    expect(heights.filter((height) => height === plan.rise)).toHaveLength(12);
  });

  it('lets plants grow within sight of their square', () => {
    for (const cell of CELLS) {
      const [x, y] = centre(plan, cell);
      const plants = plantsOf(cell.square, [x, y], plan.hw / 72);
      expect(plants.length).toBeGreaterThan(4);
      for (const plant of plants) {
        const foot = plant.y + plant.height - y;
        const aside = Math.abs(plant.x + plant.width / 2 - x);
        expect(aside / plan.hw + Math.abs(foot) / plan.hh).toBeLessThan(0.9);
      }
    }
  });
});

it('draws what is behind first', () => {
  expect(CELLS[0]?.square).toBe('d4');
  expect(CELLS.at(-1)?.square).toBe('a1');
  const order = backToFront(SIDES);
  expect(order.indexOf('c4-d4')).toBeLessThan(order.indexOf('a1-b1'));
});

describe('a tap', () => {
  const plan = PLANS.aim;
  /** A frame twice as wide as the picture: it stands in the middle. */
  const frame = { left: 10, bottom: 20 + plan.h, width: plan.w * 2, height: plan.h };

  it('takes the nearest place within reach, and none beyond', () => {
    const [x, y] = onScreen(plan, heart(plan, 'side:a1-b1'), frame);
    const places = ['side:a1-b1', 'side:a1-a2', 'side:c4-d4'];
    expect(nearest(plan, places, [x + 12, y + 9], frame, 30)).toBe('side:a1-b1');
    expect(nearest(plan, places, [x + 40, y + 60], frame, 30)).toBeNull();
    expect(nearest(plan, ['side:c4-d4'], [x, y], frame, 30)).toBeNull();
  });
});

describe('the arrow keys', () => {
  it('follow the four diagonals from square to square', () => {
    const to = (key: string) => stepTo('square:b2', key, SQUARES, []);
    expect(['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'].map(to)).toEqual([
      'square:c2',
      'square:b1',
      'square:a2',
      'square:b3',
    ]);
    expect(stepTo('square:a1', 'ArrowDown', SQUARES, [])).toBeNull();
  });

  it('pass over squares that cannot have the focus', () => {
    expect(stepTo('square:a1', 'ArrowUp', ['square:a1', 'square:d1'], [])).toBe('square:d1');
  });

  it('visit only the legal sides, and reach every one of them', () => {
    const legal = ['side:a1-b1', 'side:a1-a2', 'side:c2-c3', 'side:b3-b4', 'side:d1-d2', 'side:a4-b4'];
    const usable = SIDES.map((side) => `side:${side}`);
    const seen = new Set(['side:a1-b1']);
    for (const place of seen)
      for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) {
        const next = stepTo(place, key, usable, legal);
        if (next) seen.add(next);
      }
    expect([...seen].sort()).toEqual([...legal].sort());
  });

  it('go home to d4, or to the first that is legal', () => {
    expect(stepTo('square:a1', 'Home', SQUARES, ['square:b2'])).toBe('square:d4');
    expect(stepTo('side:a1-b1', 'Home', ['side:a1-a2', 'side:a1-b1'], ['side:a1-b1'])).toBe('side:a1-b1');
  });
});
