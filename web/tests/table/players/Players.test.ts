import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Game, SeatFacts, SeatView, View } from '../../../src/api/types';
import { stillBoard, type Board } from '../../../src/table/board/board.svelte';
import HeldGoods from '../../../src/table/players/HeldGoods.svelte';
import Players from '../../../src/table/players/Players.svelte';
import PlayerStrip from '../../../src/table/players/PlayerStrip.svelte';
import { Room } from '../../../src/table/room/room.svelte';
import { sale as view } from '../../views';

vi.mock('../../../src/facts.svelte', () => ({ theBox: () => ({ favour: { prestige: [5, 10] } }) }));
afterEach(cleanup);

const decider = view.question?.seat as SeatView['seat'];

function facts(seat: string, more: Partial<SeatFacts> = {}): SeatFacts {
  return {
    seat,
    name: `Player ${seat}`,
    kind: 'person',
    bot: null,
    yours: false,
    returnable: false,
    ...more,
  } as SeatFacts;
}
function roomOf(seats: SeatFacts[], legal: string[] | null = null): Room {
  const room = new Room('x');
  room.game = { ply: 0, seats, view, over: false, legal, decider, entries: [] } as unknown as Game;
  return room;
}
const others = (own: string, more: Partial<SeatFacts> = {}) =>
  view.seats.map(({ seat }) => facts(seat, seat === own ? { yours: true } : more));
const place = (name: string) => document.querySelector<HTMLElement>(`[data-place="${name}"]`);
const changed = (seat: string, change: Partial<SeatView>): View => ({
  ...view,
  seats: view.seats.map((one) => (one.seat === seat ? { ...one, ...change } : one)),
});

describe('presence', () => {
  const seen = (seats: SeatFacts[], more: Partial<Game> = {}) => {
    const room = roomOf(seats);
    room.game = { ...room.game!, online: ['K'], ...more };
    return room;
  };
  const dots = () => [...document.querySelectorAll('.dot')].map((dot) => dot.getAttribute('title'));
  const at = (seat: string, more: Partial<SeatFacts>) => facts(seat, { last_seen: 1, ...more });
  const people = [
    at('W', { yours: true }),
    at('K', {}),
    at('B', {}),
    facts('R', { kind: 'bot', bot: 'Steward' }),
  ];

  test.each([Players, PlayerStrip])('who is here has a dot, who is away a ring, a bot neither', (shown) => {
    render(shown, { view, board: stillBoard(), room: seen(people) });
    expect(dots()).toEqual(['here', 'here', 'away']);
    expect(document.querySelector('.dot.away')?.closest('.player')?.classList).toContain('B');
  });

  test('nobody need know it of a game that is over, or without other people', () => {
    const alone = people.map((one) => (one.kind === 'person' ? { ...one, yours: true } : one));
    const lesson = people.map((one) => ({ ...one, last_seen: null }));
    for (const room of [seen(people, { over: true }), seen(alone), seen(lesson)]) {
      render(Players, { view, board: stillBoard(), room });
      expect(dots()).toEqual([]);
      cleanup();
    }
  });
});

describe('Players', () => {
  test('the viewer comes first, the others clockwise; who plays several sees them as they sit', () => {
    render(Players, { view, board: stillBoard(), room: roomOf(others('B')) });
    const names = () => screen.getAllByRole('article').map((one) => one.querySelector('.name')?.textContent);
    expect(names()).toEqual(['Player B', 'Player R', 'Player W', 'Player K']);
    cleanup();
    const mine = view.seats.map(({ seat }) => facts(seat, { yours: true }));
    render(Players, { view, board: stillBoard(), room: roomOf(mine) });
    expect(names()).toEqual(['Player W', 'Player K', 'Player B', 'Player R']);
  });

  test('every panel has the places that pieces fly to, and one for each kind of good', () => {
    render(Players, { view, board: stillBoard(), room: roomOf(others('W')) });
    for (const seat of view.seats) {
      const letter = seat.seat;
      const names = ['panel', 'talents', 'camels', 'prestige', 'cubes'].map((name) => `${name}:${letter}`);
      for (const card of ['banker', 'caravaneer', 'palace', 'gardener']) names.push(`held:${letter}/${card}`);
      for (const name of names) expect(place(name), name).not.toBeNull();
      const kinds = Object.entries(seat.goods).filter(([, n]) => n > 0);
      const found = [...document.querySelectorAll(`[data-place^="good:${letter}/"]`)];
      expect(found.map((one) => one.getAttribute('data-place'))).toEqual(
        kinds.map(([good]) => `good:${letter}/${good}`),
      );
      kinds.forEach(([, n], i) => expect(found[i]?.querySelectorAll('.one')).toHaveLength(n));
    }
  });

  test('goods that may be sold answer to a click; those picked are marked one by one', async () => {
    const choose = vi.fn();
    const seat = {
      ...view.seats[0]!,
      goods: { barley: 0, dates: 2, salt: 1, palm: 0, wine: 0 },
      goods_held: 3,
    };
    const name = `good:${seat.seat}/dates`;
    const board: Board = { ...stillBoard(), mark: (at) => (at === name ? 'legal' : 'none'), choose };
    render(HeldGoods, { seat, board, picked: ['dates'], most: 6 });
    await fireEvent.click(place(name)!);
    expect(choose).toHaveBeenCalledExactlyOnceWith(name);
    expect(place(name)?.querySelectorAll('.one')).toHaveLength(2);
    expect(document.querySelectorAll('.picked')).toHaveLength(1);
    expect(place(name)?.textContent).toContain('2 dates, 1 chosen');
    expect(place(`good:${seat.seat}/salt`)?.getAttribute('aria-disabled')).toBe('true');
  });

  test('too many goods are red, and more than six are counted', () => {
    const rich = changed('W', {
      goods: { barley: 4, dates: 0, salt: 1, palm: 2, wine: 0 },
      goods_held: 7,
      goods_limit: 2,
    });
    render(Players, { view: rich, board: stillBoard(), room: roomOf(others('W')) });
    expect(place('good:W/barley')?.textContent).toContain('×4');
    expect(place('good:W/barley')?.querySelectorAll('.one')).toHaveLength(1);
    expect(document.querySelector('small.over')?.textContent).toContain('7/2');
  });

  test('tells a bot by its level, a stand-in by whom it stands in for, and whose turn it is', () => {
    const seats = [
      facts('W', { yours: true }),
      facts('K', { kind: 'bot', bot: 'Steward', name: 'Enlil' }),
      facts('B', { kind: 'bot', bot: 'Architect', name: 'Architect' }),
      facts('R', { kind: 'bot', bot: 'Apprentice', name: 'Shala', returnable: true }),
    ];
    render(Players, { view, board: stillBoard(), room: roomOf(seats) });
    const panel = (seat: string) => within(place(`panel:${seat}`)!.closest('article')!);
    expect(panel('K').getByText('· Steward')).toBeTruthy();
    expect(panel('B').getByText('Architect')).toBeTruthy();
    expect(panel('B').queryByText(/·/)).toBeNull();
    expect(panel('R').getByText(/Apprentice stands in/)).toBeTruthy();
    expect(screen.getByText('thinks…').closest('article')).toBe(
      place(`panel:${decider}`)!.closest('article'),
    );
  });

  test('counts the tiles up to the next favour', () => {
    const tiles = [
      { square: 'a1', tile: '1:3' },
      { square: 'b2', tile: '2:6' },
    ];
    const planted = changed('W', { tiles, favour: 0, tiles_to_next_favour: 1 });
    render(Players, { view: planted, board: stillBoard(), room: roomOf(others('W')) });
    const favour = within(place('panel:W')!.closest('article')!);
    expect(favour.getByText('2 tiles; with 1 more +5 prestige at the end')).toBeTruthy();
    const article = place('panel:W')!.closest('article')!;
    expect(article.querySelectorAll('.favour use[href="#tile"]')).toHaveLength(3);
    expect(article.querySelectorAll('.favour .missing')).toHaveLength(1);
  });
});

describe('PlayerStrip', () => {
  test('has a panel for each player and marks who decides', () => {
    render(PlayerStrip, { view, board: stillBoard(), room: roomOf(others('W')) });
    expect(screen.getAllByRole('listitem')).toHaveLength(view.players);
    expect(document.querySelector('.now')?.getAttribute('data-place')).toBe(`panel:${decider}`);
  });
});
