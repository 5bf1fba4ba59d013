import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test } from 'vitest';
import { stillBoard, type Board } from '../../../src/table/board/board.svelte';
import Temples from '../../../src/table/temples/Temples.svelte';
import { fullTemple as view, twoPlayers as two } from '../../views';

afterEach(cleanup);

const temple = (name: string) => document.querySelector<HTMLElement>(`[data-place="temple:${name}"]`)!;
const all: Board = { ...stillBoard(), mark: () => 'legal' };

describe('Temples', () => {
  test('the cubes stand in the order of the view, the newest at the left', () => {
    render(Temples, { view, board: stillBoard() });
    const cubes = [...temple('ishtar').querySelectorAll('.spaces use')].map((use) =>
      use.getAttribute('href')?.slice(-1),
    );
    expect(cubes).toEqual(view.temples.ishtar);
  });

  test('a full temple that is legal shows who would be pushed out', () => {
    render(Temples, { view, board: all });
    expect(temple('ishtar').textContent).toContain('Red would be pushed out');
    expect(temple('ishtar').querySelector('.leave')).not.toBeNull();
    // Marduk has a free space.
    expect(temple('marduk').textContent).not.toContain('pushed out');
    expect(temple('marduk').querySelector('.leave')).toBeNull();
  });

  test('nobody is pushed out of a temple that is not asked for', () => {
    render(Temples, { view, board: stillBoard() });
    expect(document.querySelector('.leave')).toBeNull();
  });

  test('with two players there is no second prize but in an open duel', () => {
    const { unmount } = render(Temples, { view, board: stillBoard() });
    expect(temple('marduk').querySelectorAll('.prizes p')).toHaveLength(2);
    unmount();
    const duel = { ...two, switches: { ...two.switches, open_duel: true } };
    const { unmount: leave } = render(Temples, { view: duel, board: stillBoard() });
    expect(temple('marduk').querySelectorAll('.prizes p')).toHaveLength(2);
    leave();
    render(Temples, { view: two, board: stillBoard() });
    expect(temple('marduk').querySelectorAll('.prizes p')).toHaveLength(1);
    expect(temple('marduk').textContent).not.toContain('second');
  });
});
