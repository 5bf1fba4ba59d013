import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { View } from '../../../src/api/types';
import { stillBoard, type Board, type Mark } from '../../../src/table/board/board.svelte';
import Garden from '../../../src/table/garden/Garden.svelte';
import { heart, PLANS } from '../../../src/table/garden/geometry';
import { digging, planting } from '../../views';

function boardOf(marks: Record<string, Mark>) {
  const choose = vi.fn<(place: string) => void>();
  const board: Board = { ...stillBoard(), mark: (place) => marks[place] ?? 'none', choose };
  return { board, choose };
}

function placeIn(container: Element, place: string): SVGElement {
  const found = container.querySelector<SVGElement>(`[data-place="${place}"]`);
  if (!found) throw new Error(`no ${place}`);
  return found;
}

afterEach(cleanup);

it('makes every square and every side of the view a place', () => {
  const { container } = render(Garden, { view: digging, board: stillBoard() });
  const places = [...container.querySelectorAll('[data-place]')].map((one) => one.getAttribute('data-place'));
  const wanted = [
    ...Object.keys(digging.garden.squares).map((square) => `square:${square}`),
    ...Object.keys(digging.garden.sides).map((side) => `side:${side}`),
    'left',
  ];
  expect(places.sort()).toEqual(wanted.sort());
  expect(container.querySelectorAll('svg *').length).toBeLessThan(900);
});

it('shows each cube where it stands, and a wave in each area that is free', () => {
  const { container } = render(Garden, { view: digging, board: stillBoard() });
  for (const [name, side] of Object.entries(digging.garden.sides)) {
    const element = placeIn(container, `side:${name}`);
    const cubes = [...element.querySelectorAll('use[href^="#cube-"]')].map((use) => use.getAttribute('href'));
    expect(cubes).toEqual(side.cubes.map((cube) => `#cube-${cube}`));
    expect(element.querySelectorAll('.free')).toHaveLength(side.areas - side.cubes.length);
  }
});

it('leaves a cube where it stands when another joins it', async () => {
  const withCubes = (cubes: string[]): View => {
    const view = structuredClone(digging);
    Object.assign(view.garden.sides['c3-c4']!, { cubes });
    return view;
  };
  const { container, rerender } = render(Garden, { view: withCubes(['R']), board: stillBoard() });
  await rerender({ view: withCubes(['K', 'R']) });
  const cubes = [...placeIn(container, 'side:c3-c4').querySelectorAll('use[href^="#cube-"]')];
  expect(cubes.map((use) => use.getAttribute('href'))).toEqual(['#cube-R', '#cube-K']);
});

it('raises the flag of whoever planted a square, and shows what a tile brings', () => {
  const { container } = render(Garden, { view: digging, board: stillBoard() });
  for (const [name, square] of Object.entries(digging.garden.squares)) {
    const element = placeIn(container, `square:${name}`);
    const flag = element.querySelector('use[href^="#flag-"]')?.getAttribute('href');
    expect(flag).toBe(square.planted_by ? `#flag-${square.planted_by}` : undefined);
    if (square.planted_by) continue;
    expect(element.querySelector('.num')?.textContent?.trim()).toBe(/:(\d+)/.exec(square.tile ?? '')?.[1]);
    expect(element.querySelectorAll('.dot')).toHaveLength(square.quality_needed);
    expect(element.querySelectorAll('use[href="#drop"]')).toHaveLength(square.irrigated ? 1 : 0);
  }
});

it('leaves the starred squares bare with two players', () => {
  const { container } = render(Garden, { view: planting, board: stillBoard() });
  const bare = [...container.querySelectorAll('use[href="#floor-star"]')].map((star) =>
    star.closest('[data-place]')?.getAttribute('data-place'),
  );
  expect(bare.sort()).toEqual(['square:c1', 'square:d1', 'square:d2']);
});

describe('the caption', () => {
  const pips = (container: Element) => ({
    taken: container.querySelectorAll('.pips .tile').length,
    open: container.querySelectorAll('.pips .tile-empty').length,
    end: container.querySelectorAll('.pips .tile-last').length,
  });

  it('counts the tiles that are taken, and marks those from which the end comes', () => {
    const { container } = render(Garden, { view: planting, board: stillBoard() });
    expect(pips(container)).toEqual({ taken: 5, open: 5, end: 3 });
    expect(container.textContent).toContain('8 tiles left; with 3 left the round is the last');
  });

  it('says when the round is the last', () => {
    const { getByText, queryByText, rerender } = render(Garden, { view: digging, board: stillBoard() });
    expect(queryByText('Last round')).toBeNull();
    return rerender({ view: { ...digging, last_round: true } }).then(() => getByText('Last round'));
  });
});

it('shows how many Gardeners a square needs that a plant alone does not reach', () => {
  const { board } = boardOf({ 'square:b2': 'legal', 'square:c3': 'legal' });
  const { container } = render(Garden, { view: planting, board });
  expect(placeIn(container, 'square:c3').querySelector('.needs text')?.textContent).toBe('1');
  expect(placeIn(container, 'square:b2').querySelector('.needs')).toBeNull();
});

describe('the keyboard', () => {
  it('has one stop in the garden, and the arrows lead on from it', async () => {
    const { board } = boardOf({
      'square:b2': 'legal',
      'square:b3': 'refused',
      'square:c2': 'refused',
      'square:c3': 'legal',
    });
    const { container } = render(Garden, { view: planting, board });
    await tick();
    await tick();
    const stops = () =>
      [...container.querySelectorAll('[tabindex="0"]')].map((one) => one.getAttribute('data-place'));
    expect(stops()).toEqual(['square:c3']);
    placeIn(container, 'square:c3').focus();
    await fireEvent.keyDown(placeIn(container, 'square:c3'), { key: 'ArrowRight' });
    expect(document.activeElement?.getAttribute('data-place')).toBe('square:c2');
    await tick();
    await tick();
    expect(stops()).toEqual(['square:c2']);
  });
});

describe('a finger', () => {
  const plan = PLANS.aim;
  const frame = { left: 0, top: 0, right: plan.w, bottom: plan.h, width: plan.w, height: plan.h, x: 0, y: 0 };

  async function tap(place: string, dx: number, dy: number, legal: string) {
    const { board, choose } = boardOf({ [legal]: 'legal' });
    const { container } = render(Garden, { view: digging, board, shape: 'aim' });
    const picture = container.querySelector('svg')!;
    picture.getBoundingClientRect = () => ({ ...frame, toJSON: () => '' });
    const [x, y] = heart(plan, place);
    await fireEvent.click(placeIn(container, place), { clientX: x + dx, clientY: y + dy });
    return choose.mock.calls.map(([chosen]) => chosen);
  }

  it('that lands beside a legal canal takes it', async () => {
    const [x1, y1] = heart(plan, 'square:a1');
    const [x2, y2] = heart(plan, 'side:a1-b1');
    const away = 14 / Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) * (1 - away), (y2 - y1) * (1 - away)];
    expect(await tap('square:a1', dx, dy, 'side:a1-b1')).toEqual(['side:a1-b1']);
  });

  it('that lands far from it does not', async () => {
    expect(await tap('square:a1', 0, 0, 'side:c4-d4')).toEqual(['square:a1']);
  });
});
