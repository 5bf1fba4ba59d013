import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { View } from '../../../src/api/types';
import { stillBoard, type Board } from '../../../src/table/board/board.svelte';
import Caravan from '../../../src/table/caravan/Caravan.svelte';
import CityList from '../../../src/table/caravan/CityList.svelte';
import { onePassed as view } from '../../views';

afterEach(cleanup);

const marking = (legal: string[], refused: string[] = []): Board => ({
  ...stillBoard(),
  mark: (place) => (legal.includes(place) ? 'legal' : refused.includes(place) ? 'refused' : 'none'),
});
const city = (name: string) => document.querySelector<HTMLElement>(`[data-place="city:${name}"]`)!;

describe('Caravan', () => {
  test('has a place for every city and one for the caravan, which stands where the view says', () => {
    render(Caravan, { view, board: stillBoard() });
    const places = [...document.querySelectorAll('[data-place^="city:"]')].map((one) =>
      one.getAttribute('data-place'),
    );
    expect(places).toEqual(view.cities.map((one) => `city:${one.city}`));
    expect(document.querySelectorAll('[data-place="caravan"]')).toHaveLength(1);
    expect(city(view.caravan).textContent).toContain('the caravan is here');
    expect(city('Mari').textContent).not.toContain('the caravan is here');
  });

  test('says what the way costs: camels in reach, spaces beyond', () => {
    render(Caravan, { view, board: stillBoard() });
    for (const { city: name, camels, spaces } of view.cities) {
      if (name === view.caravan) continue;
      const said = city(name).textContent ?? '';
      if (camels === null) expect(said).toContain(`${spaces} space`);
      else expect(said).toContain(`${camels} camel`);
    }
  });

  test('asks no price of the way while something else is decided', () => {
    const digging = { ...view, question: { seat: 'W', kind: 'dig', task: 'engineer' } } as View;
    render(Caravan, { view: digging, board: stillBoard() });
    expect(document.querySelector('.cost')).toBeNull();
  });

  test('says what a city asks and offers', () => {
    render(Caravan, { view, board: stillBoard() });
    expect(city('Uruk').textContent).toMatch(/pay dates, take (Banker or Caravaneer|Caravaneer or Banker)/);
    expect(city('Khorsabad').textContent).toContain('pay dates and salt, plant card of quality 2');
    expect(city('Babylon').textContent).toContain('sell 2 goods for 6 prestige');
  });

  test('a click on a legal city chooses it', () => {
    const choose = vi.fn();
    render(Caravan, { view, board: { ...marking(['city:Mari']), choose } });
    city('Mari').click();
    expect(choose).toHaveBeenCalledExactlyOnceWith('city:Mari');
    expect(city('Mari').classList).toContain('legal');
  });
});

describe('CityList', () => {
  test('puts the legal cities first, in the order of the way, each with its sentence', () => {
    const board = marking(['city:Palmyra', 'city:Mari'], ['city:Khorsabad', 'city:Ur']);
    const lines = new Map([['city:Mari', 'Plant something beautiful.']]);
    render(CityList, { view, board, lines });
    const names = screen.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent);
    expect(names.slice(0, 3)).toEqual(['Mari', 'Palmyra', 'Khorsabad']);
    expect(names.at(-1)).toBe(view.caravan);
    expect(city('Mari').textContent).toContain('Plant something beautiful.');
  });
});
