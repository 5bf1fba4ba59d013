import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test } from 'vitest';
import type { View } from '../../../src/api/types';
import { stillBoard } from '../../../src/table/board/board.svelte';
import Palace from '../../../src/table/palace/Palace.svelte';
import { palace as view, palaceStart as start } from '../../views';

afterEach(cleanup);

const place = (name: string) => document.querySelector<HTMLElement>(`[data-place="${name}"]`)!;
const left = (seat: string) => parseFloat(place(`track:${seat}`).closest('li')!.style.left);

describe('Palace', () => {
  test('who is ahead stands further right, also on the same space', () => {
    render(Palace, { view, board: stillBoard() });
    const order = view.palace!.order;
    expect(order).toEqual(['K', 'B', 'R', 'W']);
    expect(view.palace!.track['R']).toBe(view.palace!.track['W']);
    const places = order.map(left);
    expect(places).toEqual([...places].sort((a, b) => b - a));
    expect(new Set(places).size).toBe(4);
    expect(place('track:R').textContent).toContain('Red: space 2, 3rd');
  });

  test('who is not on the track waits before it', () => {
    render(Palace, { view: start, board: stillBoard() });
    expect(place('track:W').textContent).toContain('White: not yet on the track');
    expect(left('W')).toBeLessThan(left('B'));
  });

  test('the part of the track that is shown follows the players', () => {
    const far = { ...view, palace: { ...view.palace!, track: { K: 31, B: 27, R: 22, W: 22 } } };
    render(Palace, { view: far, board: stillBoard() });
    const numbers = [...document.querySelectorAll('text')].map((one) => Number(one.textContent));
    expect(numbers[0]).toBeGreaterThan(20);
    expect(numbers.at(-1)).toBe(35);
  });

  test('each bonus is a place that shows who has it', () => {
    render(Palace, { view, board: stillBoard() });
    expect(place('bonus:first').querySelector('.cube use')?.getAttribute('href')).toBe('#cube-B');
    expect(place('bonus:procession').textContent).toContain('taken by Red');
    expect(place('bonus:craft').textContent).toContain('not taken');
    expect(place('bonus:courtier').querySelector('.cube')).toBeNull();
  });

  test('is not there without the expansion', () => {
    const { palace: _, ...plain } = view;
    render(Palace, { view: plain as View, board: stillBoard() });
    expect(document.querySelector('section')).toBeNull();
  });
});
