import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, test } from 'vitest';
import type { Entry, View } from '../../../src/api/types';
import PrestigeChart from '../../../src/table/scoring/PrestigeChart.svelte';
import { beforeTheEnd, gainedFrom, SOURCES, sourcesOf, tallyOf } from '../../../src/table/scoring/tally';
import finished from '../../views/finished-2.jsonl?raw';

afterEach(cleanup);

const [last = '', ...moves] = finished.trim().split('\n');
const view = JSON.parse(last) as View;
const entries = moves.map((line) => JSON.parse(line) as Entry);
const tally = tallyOf(entries, view.seats);

describe('the tally', () => {
  test('every prestige has a source, and the sources add up to the final score', () => {
    expect(tally.rounds).toBe(view.round);
    for (const seat of tally.seats) {
      const sum = SOURCES.reduce((total, source) => total + gainedFrom(seat, source), 0);
      expect(sum).toBe(view.scores[seat.seat]);
      expect(seat.totals.at(-1)).toBe(view.scores[seat.seat]);
      expect(gainedFrom(seat, 'start')).toBe(0);
      seat.totals.forEach((n, i) => expect(n).toBeGreaterThanOrEqual(seat.totals[i - 1] ?? 0));
    }
    expect(sourcesOf(tally)).not.toContain('start');
  });

  test('favour and goods count only in the final scoring', () => {
    const ninsun = tally.seats[1]!;
    expect(gainedFrom(ninsun, 'favour')).toBe(10);
    expect(beforeTheEnd(ninsun)).toBe(60 - 10 - 1);
    expect(ninsun.by.favour.slice(0, -1)).toEqual(Array(tally.rounds + 1).fill(0));
  });

  test('what was there before the first entry is told as the start', () => {
    const richer = view.seats.map((seat) => ({ ...seat, prestige: seat.prestige + 7 }));
    const [first] = tallyOf(entries, richer).seats;
    expect(first?.totals[0]).toBe(7);
    expect(first?.totals.at(-1)).toBe(richer[0]?.prestige);
  });

  test('moves that were taken back give nothing', () => {
    const at = entries.findIndex((entry) => entry.events.some(({ what }) => what === 'prestige'));
    const cut = entries.slice(0, at + 1);
    const undo = { ...entries[at]!, kind: 'undo', count: 1, events: [] } as Entry;
    const nothing = view.seats.map((seat) => ({ ...seat, prestige: 0 }));
    for (const seat of tallyOf([...cut, undo], nothing).seats) expect(seat.totals.at(-1)).toBe(0);
    expect(tallyOf(cut, nothing).seats.some((seat) => gainedFrom(seat, 'water') > 0)).toBe(true);
  });
});

describe('PrestigeChart', () => {
  test('draws a line and areas for each player, and says the same as a table', () => {
    render(PrestigeChart, { tally, name: (seat: string) => seat });
    expect(document.querySelectorAll('path.line')).toHaveLength(2);
    expect(document.querySelectorAll('figure')).toHaveLength(2);
    const table = screen.getByRole('table');
    expect(table.querySelectorAll('tbody tr')).toHaveLength(tally.rounds + 2);
    const ends = [...(table.querySelector('tbody tr:last-child')?.querySelectorAll('td') ?? [])];
    expect(ends.map((cell) => Number(cell.textContent))).toEqual(Object.values(view.scores));
  });

  test('labels of areas never lie on each other', () => {
    render(PrestigeChart, { tally, name: (seat: string) => seat });
    for (const figure of document.querySelectorAll('figure')) {
      const heights = [...figure.querySelectorAll('text')].map((one) => Number(one.getAttribute('y')));
      heights.forEach((y, i) => i && expect((heights[i - 1] ?? 0) - y).toBeGreaterThanOrEqual(14.9));
    }
  });
});
