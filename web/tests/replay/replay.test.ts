import { opensTurn } from '../opens_turn';
import { cleanup, render } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { Entry, Seat } from '../../src/api/types';
import { withChanges } from '../../src/api/changes';
import Fork from '../../src/replay/Fork.svelte';
import { ReplayViews } from '../../src/replay/room/replay_views';
import { lineAt, listenerOf, tellingOf } from '../../src/replay/room/lines';
import { ReplayRoom } from '../../src/replay/room/replay_room.svelte';
import { named, positionAddress, type Source } from '../../src/replay/room/source';
import { stopAfter, stopBefore, stopsOf } from '../../src/replay/room/stops';
import { t } from '../../src/strings/index.svelte';
import { tellEntries } from '../../src/table/log/log';
import { standingOf } from '../../src/table/players/players';
import { replay, replayViews as views } from '../views';

const LAST = 48;

function source(): Source {
  return {
    replay,
    seats: named(replay.start, 'W Amata; K Ninsun the Elder; B '),
    box: '',
    game: null,
    over: false,
    address: () => null,
    position: () => Promise.resolve(''),
    moment: () => ({}),
  };
}

describe('a replay', () => {
  it('gives the view of the engine at each ply, forwards and backwards', () => {
    const projector = new ReplayViews(replay);
    expect(projector.last).toBe(LAST);
    for (const ply of [1, 17, 30, 48]) expect(projector.at(ply)).toEqual(views[ply]);
    const backwards = new ReplayViews(replay);
    for (const ply of [48, 30, 17, 1]) expect(backwards.at(ply)).toEqual(views[ply]);
    expect(backwards.at(0)).toBe(replay.start);
    expect(backwards.at(17)).toBe(backwards.at(17));
  });

  it('leaves the view before a change as it was, and shares what is alike', () => {
    const before = { seats: [{ talents: 1 }, { talents: 2 }], question: { kind: 'dig' }, garden: { a: 1 } };
    const after = withChanges(before, { 'seats/1/talents': 5, question: null });
    expect(after).toEqual({ seats: [{ talents: 1 }, { talents: 5 }], question: null, garden: { a: 1 } });
    expect(before.seats[1]?.talents).toBe(2);
    expect(after.garden).toBe(before.garden);
    expect(after.seats[0]).toBe(before.seats[0]);
    expect(withChanges(before, { '': { x: 1 } })).toEqual({ x: 1 });
  });

  it('has no ply behind its last', () => {
    expect(() => new ReplayViews(replay).at(LAST + 1)).toThrow();
  });
});

describe('stops', () => {
  const entry = (kind: Entry['kind'], seat: Entry['seat'], token: string): Entry => ({
    ...{ ply: 0, count: 0, at: 0, by_bot: false, events: [] },
    kind,
    seat,
    token,
    opens_turn: opensTurn(token),
  });
  const entries = [
    entry('deal', '$', 'deal:FTE'),
    entry('move', 'W', 'go:Uruk'),
    entry('move', 'W', 'pay:d'),
    entry('move', 'W', 'banker'),
    entry('move', 'K', 'peasant/1'),
    entry('move', 'K', 'top'),
    entry('move', 'W', 'pass'),
    entry('move', 'W', 'ishtar'),
    entry('deal', '$', 'deal:FTM'),
    entry('move', 'K', 'pass'),
  ];

  it('are between turns, and right after each deal', () => {
    const { turns, rounds } = stopsOf(entries);
    expect(turns).toEqual([0, 1, 4, 6, 7, 8, 9, 10]);
    expect(rounds).toEqual([0, 1, 9, 10]);
  });

  it('are found from anywhere', () => {
    const { turns, rounds } = stopsOf(entries);
    expect([stopBefore(turns, 3), stopAfter(turns, 3)]).toEqual([1, 4]);
    expect([stopBefore(turns, 4), stopAfter(turns, 4)]).toEqual([1, 6]);
    expect([stopBefore(rounds, 9), stopAfter(rounds, 1)]).toEqual([1, 9]);
    expect([stopBefore(turns, 0), stopAfter(turns, 10)]).toEqual([0, 10]);
  });
});

describe('a replay room', () => {
  it('shows any ply, with what its move changed as new', () => {
    const room = new ReplayRoom(source(), 17);
    expect(room.view).toEqual(views[17]);
    room.jump(999);
    expect(room.ply).toBe(LAST);
    expect(room.upToDate).toBe(true);
    room.jump(-3);
    expect([room.ply, room.freshPlaces.size]).toEqual([0, 0]);
    const dug = replay.frames.findIndex(({ entry }) => entry.events.some(({ what }) => what === 'canal'));
    room.jump(dug + 1);
    const side = replay.frames[dug]?.entry.events.find(({ what }) => what === 'canal')?.detail;
    expect(room.freshPlaces.has(`side:${side}`)).toBe(true);
  });

  it('goes by moves, turns and rounds', () => {
    const room = new ReplayRoom(source(), 0);
    room.forward('round');
    expect(room.entry?.kind).toBe('deal');
    room.forward('turn');
    expect(room.stops.turns).toContain(room.ply);
    room.forward('move');
    room.back('move');
    room.back('round');
    expect(room.ply).toBeLessThanOrEqual(1);
  });

  it('calls everyone by the names of the record, or by colour', () => {
    const room = new ReplayRoom(source(), 0);
    expect([room.name('W'), room.name('K'), room.name('B')]).toEqual(['Amata', 'Ninsun the Elder', 'Blue']);
    expect([room.mine, room.deciding, room.legal]).toEqual([[], null, []]);
  });

  it('tells those apart who have one name', () => {
    const [first, ...others] = source().seats;
    const namesakes = [first, ...others.map((one) => ({ ...one, name: 'Ninsun' }))].flatMap(
      (one) => one ?? [],
    );
    const room = new ReplayRoom({ ...source(), seats: namesakes }, 0);
    expect(namesakes.length).toBeGreaterThan(2);
    expect([room.name('W'), room.name('K'), room.name('B')]).toEqual([
      'Amata',
      'Ninsun (Black)',
      'Ninsun (Blue)',
    ]);
  });

  it('marks who is asked as to move: nobody thinks here any more', () => {
    const room = new ReplayRoom(source(), 17);
    const asked = room.view.question?.seat as Seat;
    expect(standingOf(room, room.view, asked)).toBe('asked');
  });

  it('tells its moves: a line for each ply, and the log as a whole', () => {
    const room = new ReplayRoom(source(), 0);
    const context = listenerOf(room);
    const lines = tellEntries(room.entries, context);
    expect(lineAt(lines, 0)).toBeNull();
    expect(tellingOf(room.entries, 0, context)).toBeNull();
    for (let ply = 1; ply <= LAST; ply++) {
      const line = tellingOf(room.entries, ply, context);
      expect(line?.pieces.length).toBeGreaterThan(0);
      expect(lineAt(lines, ply)?.ply).toBeLessThanOrEqual(ply);
    }
  });
});

it('writes a position into an address so that it comes out whole', () => {
  const text = 'amy1_tiles=1:3+camel,W@1:4_W=0,t4';
  const address = new URL(positionAddress(text), 'http://here');
  expect(address.searchParams.get('text')).toBe(text);
});

describe('playing on', () => {
  it('offers the bots that sat there', () => {
    const seats = source().seats.map((seat) => ({ ...seat, kind: 'bot' as const, bot: 'Apprentice' }));
    render(Fork, { room: new ReplayRoom({ ...source(), seats }, 17) });
    const chosen = [...document.querySelectorAll('select')].map((one) => one.value).sort();
    expect(chosen).toEqual(['Apprentice', 'Apprentice', 'me']);
    cleanup();
  });

  it('from the middle of a turn begins the turn anew', () => {
    const room = new ReplayRoom(source(), 0);
    const { turns } = room.stops;
    const whole = turns.findIndex((stop, i) => stop - turns[i - 1]! > 1);
    const begun = 'The turn starts over';
    room.jump(turns[whole]! - 1);
    render(Fork, { room });
    expect(document.body.textContent).toContain(begun);
    expect(document.body.textContent).toContain(t('replay.fork.words', { ply: turns[whole - 1]! }));
    cleanup();
    room.jump(turns[whole]!);
    render(Fork, { room });
    expect(document.body.textContent).not.toContain(begun);
    expect(document.body.textContent).toContain(t('replay.fork.words', { ply: turns[whole]! }));
    cleanup();
  });
});
