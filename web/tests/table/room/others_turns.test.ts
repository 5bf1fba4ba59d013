/** What is told of a game that is played: the moves of others, one by one, and what of them is seen. */
import { describe, expect, test } from 'vitest';
import { prefer } from '../../../src/preferences.svelte';
import { GameRoom } from '../../../src/table/room/game_room.svelte';
import { FakeGame } from './fake_game';
import { enterAnew, game, room, seen, settled } from './fresh_room.svelte';

enterAnew();

/** A promise that is kept later. */
function later(): { promise: Promise<void>; keep: () => void } {
  let keep = () => {};
  const promise = new Promise<void>((done) => (keep = done));
  return { promise, keep };
}

describe('moves of others', () => {
  test('are shown one by one by what they change, and nothing is asked', async () => {
    game.push('W', 'pass', 'K');
    for (let i = 0; i < 3; i++) game.push('K', `priest/${i}`, 'W');
    room.receive(game.update(0));
    await settled();
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    expect(game.asked).toEqual([]);
    expect(room.upToDate).toBe(true);
  });

  test('are shown at once where nothing is to fly', async () => {
    prefer({ speed: 0 });
    game.push('W', 'pass', 'K');
    game.push('K', 'pass', 'W');
    room.receive(game.update(0));
    await settled();
    expect(seen).toEqual([0, 2]);
  });

  test('that come while others are shown wait for them', async () => {
    game.push('W', 'pass', 'K');
    room.receive(game.update(0));
    game.push('K', 'pass', 'W');
    room.receive(game.update(1));
    await settled();
    expect(seen).toEqual([0, 1, 2]);
    expect(room.prospects.reasons.get('go:Uruk')?.missing).toBe('at 2');
  });

  test('of which some were missed are loaded once, whatever else is told meanwhile', async () => {
    for (let i = 0; i < 3; i++) game.push('K', 'pass', 'W');
    const answer = later();
    game.before = [() => answer.promise];
    room.receive(game.update(2));
    room.receive(game.update(2));
    answer.keep();
    await settled();
    expect(game.asked).toEqual(['load 0']);
    expect([room.game?.ply, room.entries.length, room.upToDate]).toEqual([3, 3, true]);
  });

  test('may be told while what was missed is loaded and a turn is sent', async () => {
    const loaded = later();
    game.before = [() => loaded.promise];
    room.receive({ ...game.update(0), ply: 1 });
    await room.tryMove('pass');
    const confirmed = room.confirm();
    loaded.keep();
    await confirmed;
    game.push('K', 'pass', 'W');
    room.receive(game.update(1));
    await settled();
    expect(game.asked).toEqual(['load 0', 'try pass', 'move pass']);
    expect(seen).toEqual([0, 1, 2]);
  });

  test('too many for an update come as the whole game', async () => {
    for (let i = 0; i < 5; i++) game.push('K', 'pass', 'W');
    room.receive(game.game(0));
    await settled();
    expect(game.asked).toEqual([]);
    expect([seen, room.entries.length]).toEqual([[0, 5], 5]);
  });

  test('told twice count once, and what is older is passed over', async () => {
    game.push('W', 'pass', 'K');
    const first = game.update(0);
    game.push('K', 'pass', 'W');
    room.receive(game.update(0));
    room.receive(first);
    await settled();
    expect([room.entries.length, room.game?.ply]).toEqual([2, 2]);
  });

  test('a late answer from before the start does not bring back the time when people gathered', () => {
    const late = game.update(0);
    room.receive({ ...late, fairness: { ...late.fairness, stage: 'waiting' } });
    expect(room.game?.fairness.stage ?? null).toBeNull();
  });

  test('end a turn that was being tried', async () => {
    await room.tryMove('peasant/1');
    game.push('W', 'pass', 'K');
    room.receive(game.update(0));
    await settled();
    expect([room.line.length, room.deciding]).toEqual([0, null]);
  });
});

test('somebody who comes or goes leaves the tried turn and its explanations alone', async () => {
  await room.tryMove('peasant/1');
  const { line } = room;
  const told = { ...game.update(0), online: [], outlook: null };
  room.receive(told);
  expect(room.game?.online).toEqual([]);
  expect(room.line).toBe(line);
  await room.stepBack();
  expect(room.prospects.reasons.size).toBe(1);
});

test('who has left before the game was there is told nothing', async () => {
  const late = new FakeGame();
  const left = new GameRoom(late);
  const entering = left.enter();
  left.leave();
  await entering;
  expect([late.watcher, left.view]).toEqual([null, null]);
});

describe('what is seen of a turn', () => {
  test('that waits for its confirmation is not the next player’s yet', async () => {
    await room.tryMove('pass');
    expect(room.complete).toBe(true);
    expect(room.view?.question).toBeNull();
    await room.stepBack();
    expect(room.view?.question?.seat).toBe('W');
  });

  test('and was taken back has no ring of news', async () => {
    const canal = { what: 'canal', seat: 'K', amount: 1, detail: 'a1-b1', clause: '6.5', text: '' };
    Object.assign(game.push('K', 'dig:a1-b1', 'K'), { events: [canal] });
    room.receive(game.update(0));
    await settled();
    expect(room.freshPlaces.has('side:a1-b1')).toBe(true);
    game.push('K', 'undo', 'K', 'undo');
    room.receive(game.update(1));
    await settled();
    expect(room.freshPlaces.has('side:a1-b1')).toBe(false);
  });

  test('of somebody else is known while it is shown', async () => {
    const acting: (string | undefined)[] = [];
    room.fly = () => {
      acting.push(room.acting?.token);
      return Promise.resolve();
    };
    const cube = { what: 'passed', seat: 'K', amount: 0, detail: null, clause: '6.1', text: '' };
    Object.assign(game.push('K', 'pass', 'W'), { events: [cube] });
    room.receive(game.update(0));
    await settled();
    expect(acting).toEqual(['pass']);
    expect(room.acting).toBeNull();
  });
});
