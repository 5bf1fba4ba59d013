import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test } from 'vitest';
import { stillBoard } from '../../../src/table/board/board.svelte';
import Court from '../../../src/table/court/Court.svelte';
import { onePassed as view } from '../../views';

afterEach(cleanup);

const card = (name: string) => document.querySelector<HTMLElement>(`[data-place="court:${name}"]`)!;
const next = () => [...document.querySelectorAll('.next')].map((one) => one.getAttribute('data-place'));

describe('Court', () => {
  test('has a place for each level of each type, with what is left of it', () => {
    render(Court, { view, board: stillBoard(), seat: null });
    for (const type of ['banker', 'caravaneer', 'palace'] as const)
      for (const [level, left] of Object.entries(view.court[type])) {
        const said = card(`${type}/${level}`).textContent;
        expect(said).toContain(left ? `${left} left` : 'none left');
      }
    expect(card('gardener/1').textContent).toContain('3 left');
    expect(document.querySelectorAll('[data-place]')).toHaveLength(3 + 2 + 6 + 1);
  });

  test('shows the goods that lie on the level-2 Caravaneers', () => {
    render(Court, { view, board: stillBoard(), seat: null });
    expect(card('caravaneer/2').textContent).toContain('with dates and salt');
    expect(card('caravaneer/1').textContent).not.toContain('with');
  });

  test('points at the next cards of a seat, but not at those that are gone', async () => {
    const { rerender } = render(Court, { view, board: stillBoard(), seat: 'W' });
    expect(next()).toEqual(['court:palace/1', 'court:banker/2', 'court:caravaneer/2']);
    // Red has no Caravaneer, and no card of level 1 is left.
    await rerender({ seat: 'R' });
    expect(next()).toEqual(['court:palace/2', 'court:banker/2']);
  });
});
