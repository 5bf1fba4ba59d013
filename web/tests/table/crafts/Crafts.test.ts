import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stillBoard } from '../../../src/table/board/board.svelte';
import Crafts from '../../../src/table/crafts/Crafts.svelte';
import Palace from '../../../src/table/palace/Palace.svelte';
import { fullTemple as equalCards, onePassed as view, palace as withPalace, twoPlayers } from '../../views';

afterEach(cleanup);

const places = (start: string) =>
  [...document.querySelectorAll(`[data-place^="${start}"]`)].map((one) => one.getAttribute('data-place'));

describe('Crafts', () => {
  test.each([view, equalCards, withPalace, twoPlayers])('each craft of each group is one place', (given) => {
    render(Crafts, { view: given, board: stillBoard() });
    const wanted = given.crafts.flatMap(({ group, face_up }) =>
      [...new Set(face_up)].map((craft) => `craft:${group}/${craft}`),
    );
    expect(places('craft:')).toEqual(wanted);
    const taken = given.crafts.reduce((sum, { face_up }) => sum + 3 - face_up.length, 0);
    expect(document.querySelectorAll('.down')).toHaveLength(taken);
  });

  test('the second of two equal cards looks and answers like the first', () => {
    const choose = vi.fn();
    const board = {
      ...stillBoard(),
      mark: (place: string) => (place === 'craft:1/peasant' ? ('legal' as const) : ('none' as const)),
      choose,
    };
    render(Crafts, { view: equalCards, board });
    const group = document.querySelector('.group')!;
    const peasants = [...group.querySelectorAll<HTMLElement>('.peasant')];
    expect(peasants.map((one) => one.classList.contains('legal'))).toEqual([true, true]);
    expect(group.querySelector('.merchant')?.classList).not.toContain('legal');
    peasants[1]?.click();
    expect(choose).toHaveBeenCalledExactlyOnceWith('craft:1/peasant');
  });

  test('the cubes of those who passed lie on the Pass square, with room for the others', () => {
    render(Crafts, { view, board: stillBoard() });
    const pass = document.querySelector('[data-place="pass"]')!;
    expect(pass.querySelector('.slots use')?.getAttribute('href')).toBe('#cube-B');
    expect(pass.querySelectorAll('.slots > span')).toHaveLength(3);
    expect(pass.textContent).toContain('passed: Blue');
  });

  test('only a price above the purse is red', async () => {
    const red = () => document.querySelectorAll('.dear').length;
    const { rerender } = render(Crafts, { view: equalCards, board: stillBoard(), talents: 0 });
    expect(red()).toBe(3);
    await rerender({ talents: 1 });
    expect(red()).toBe(0);
    await rerender({ talents: null });
    expect(red()).toBe(0);
  });

  test('the Noble is there with the Palace expansion only, and its pictures are drawn once', async () => {
    const plain = render(Crafts, { view, board: stillBoard() });
    expect(places('noble')).toEqual([]);
    plain.unmount();
    render(Crafts, { view: withPalace, board: stillBoard() });
    render(Palace, { view: withPalace, board: stillBoard() });
    await Promise.resolve();
    expect(places('noble')).toEqual(['noble']);
    expect(document.querySelectorAll('#courtier')).toHaveLength(1);
  });

  test('on a phone Pass is under the thumb', () => {
    render(Crafts, { view, board: stillBoard(), phone: true });
    expect(places('pass')).toEqual([]);
  });
});
