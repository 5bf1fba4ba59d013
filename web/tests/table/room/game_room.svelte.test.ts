/** A game that is played: what is asked of the server, and what is seen meanwhile. */
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { prefer } from '../../../src/preferences.svelte';
import { GameRoom } from '../../../src/table/room/game_room.svelte';
import { FakeGame, lost, stale } from './fake_game';

let game: FakeGame;
let room: GameRoom;
/** What was seen, one after the other: White's prestige, which counts the moves. */
let seen: number[];
let stop: () => void;

async function enter(): Promise<void> {
  game = new FakeGame();
  room = new GameRoom(game);
  await room.enter();
  game.asked = [];
  seen = [];
  stop = $effect.root(() => {
    $effect(() => {
      const now = room.view?.seats[0]?.prestige ?? -1;
      if (seen.at(-1) !== now) seen.push(now);
    });
  });
  flushSync();
}

async function settled(): Promise<void> {
  await vi.runAllTimersAsync();
  flushSync();
}

/** The move is kept; the websocket tells of it, or of what others do after it, before the answer to the move comes. */
function tellBeforeTheAnswer(others?: () => void): void {
  game.move = (ply, tokens) => {
    game.play(tokens);
    const answer = game.update(ply);
    if (!others) room.told(answer);
    others?.();
    room.told(game.update(answer.ply));
    return Promise.resolve(answer);
  };
}

/** A promise that is kept later. */
function later(): { promise: Promise<void>; keep: () => void } {
  let keep = () => {};
  const promise = new Promise<void>((done) => (keep = done));
  return { promise, keep };
}

beforeEach(async () => {
  vi.useFakeTimers();
  prefer({ speed: 1, confirm: true });
  await enter();
});

afterEach(() => {
  stop();
  room.leave();
  vi.useRealTimers();
});

describe('a click', () => {
  test('is one request, whose answer brings the view, the legal moves and why others are not', async () => {
    await room.tryMove('peasant/1');
    expect(game.asked).toEqual(['try peasant/1']);
    expect(room.legal).toEqual(['top', 'bottom']);
    expect(room.view?.seats[0]?.prestige).toBe(1);
    expect(room.prospects.reasons.get('go:Uruk')?.missing).toBe('peasant/1');
    expect(room.complete).toBe(false);
  });

  test('at the start of a turn has its explanations from what was told of the game', () => {
    expect(room.prospects.reasons.get('go:Uruk')?.missing).toBe('at 0');
    expect(room.prospects.options.has('pass')).toBe(true);
  });

  test('taken back asks nothing, and what was known is known again', async () => {
    await room.tryMove('peasant/1');
    await room.tryMove('top');
    expect(room.complete).toBe(true);
    expect(room.prospects.reasons.size).toBe(0);
    game.asked = [];
    await room.stepBack();
    expect(room.prospects.reasons.get('go:Uruk')?.missing).toBe('peasant/1');
    await room.stepBack();
    expect(room.prospects.reasons.get('go:Uruk')?.missing).toBe('at 0');
    expect([room.line, room.view?.seats[0]?.prestige, game.asked]).toEqual([[], 0, []]);
  });

  test('that ends the turn is sent at once by those who do not confirm, without trying it', async () => {
    prefer({ confirm: false });
    await room.tryMove('pass');
    await settled();
    expect(game.asked).toEqual(['move pass']);
    expect(room.entries.map((entry) => entry.token)).toEqual(['pass']);
    expect(seen).toEqual([0, 1]);
  });

  test('that ends a turn of several moves is sent with them, and all of them stay as they are seen', async () => {
    prefer({ confirm: false });
    await room.tryMove('peasant/1');
    flushSync();
    await room.tryMove('pass');
    await settled();
    expect(game.asked).toEqual(['try peasant/1', 'move peasant/1 pass']);
    expect(seen).toEqual([0, 1, 2]);
    expect([room.line.length, room.game?.ply]).toEqual([0, 2]);
  });

  test('on a game that has gone on says so, and loads what was missed once', async () => {
    game.push('W', 'pass', 'K');
    game.push('K', 'pass', 'W');
    game.before = [() => stale(2)];
    await room.tryMove('peasant/1');
    await settled();
    expect(game.asked).toEqual(['try peasant/1', 'load 0']);
    expect([room.game?.ply, room.entries.length, room.line.length]).toEqual([2, 2, 0]);
    expect(room.trouble).toMatch(/moved on/);
  });
});

describe('a confirmed turn', () => {
  beforeEach(async () => {
    await room.tryMove('peasant/1');
    await room.tryMove('top');
    flushSync();
    game.asked = [];
    seen = [2];
  });

  test('is one request, and stays as it is seen', async () => {
    await room.confirm();
    await settled();
    expect(game.asked).toEqual(['move peasant/1 top']);
    expect(seen).toEqual([2]);
    expect([room.line.length, room.upToDate, room.deciding]).toEqual([0, true, null]);
  });

  test('stays as it is seen when the websocket tells of it before the answer comes', async () => {
    tellBeforeTheAnswer();
    await room.confirm();
    await settled();
    expect(seen).toEqual([2]);
    expect([room.entries.length, room.game?.ply]).toEqual([2, 2]);
  });

  test('is followed by the moves of others, though these were told before the answer', async () => {
    tellBeforeTheAnswer(() => {
      game.push('K', 'priest/1', 'K');
      game.push('K', 'ishtar', 'W');
    });
    await room.confirm();
    await settled();
    expect(seen).toEqual([2, 3, 4]);
    expect([game.asked, room.deciding]).toEqual([[], 'W']);
  });

  test('whose answer brings the moves of others shows these, not its own', async () => {
    const play = game.play.bind(game);
    game.play = (tokens) => {
      play(tokens);
      game.push('K', 'pass', 'W');
    };
    await room.confirm();
    await settled();
    expect(seen).toEqual([2, 3]);
    expect(room.entries.map((entry) => entry.seat)).toEqual(['W', 'W', 'K']);
  });

  test('that counts though no answer came is found by loading the game once', async () => {
    game.before = [
      () => {
        game.play(['peasant/1', 'top']);
        lost();
      },
    ];
    await room.confirm();
    await settled();
    expect(game.asked).toEqual(['move peasant/1 top', 'load 0']);
    expect(seen).toEqual([2]);
    expect([room.trouble, room.line.length, room.game?.ply]).toEqual([null, 0, 2]);
  });

  test('that does not count for want of an answer can be confirmed again', async () => {
    game.before = [lost];
    await room.confirm();
    expect(game.asked).toEqual(['move peasant/1 top', 'load 0']);
    expect(room.trouble).not.toBeNull();
    expect([room.complete, room.busy]).toEqual([true, false]);
    await room.confirm();
    expect([room.trouble, room.game?.ply]).toEqual([null, 2]);
  });

  test('that was lost altogether is known again when the connection is back', async () => {
    game.before = [
      () => {
        game.play(['peasant/1', 'top']);
        lost();
      },
      lost,
    ];
    await room.confirm();
    expect(room.trouble).not.toBeNull();
    room.told(game.update(0));
    game.watcher?.connected(true);
    await settled();
    expect(seen).toEqual([2]);
    expect([room.trouble, room.line.length]).toEqual([null, 0]);
  });
});

describe('moves of others', () => {
  test('are shown one by one by what they change, and nothing is asked', async () => {
    game.push('W', 'pass', 'K');
    for (let i = 0; i < 3; i++) game.push('K', `priest/${i}`, 'W');
    room.told(game.update(0));
    await settled();
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    expect(game.asked).toEqual([]);
    expect(room.upToDate).toBe(true);
  });

  test('are shown at once where nothing is to fly', async () => {
    prefer({ speed: 0 });
    game.push('W', 'pass', 'K');
    game.push('K', 'pass', 'W');
    room.told(game.update(0));
    await settled();
    expect(seen).toEqual([0, 2]);
  });

  test('that come while others are shown wait for them', async () => {
    game.push('W', 'pass', 'K');
    room.told(game.update(0));
    game.push('K', 'pass', 'W');
    room.told(game.update(1));
    await settled();
    expect(seen).toEqual([0, 1, 2]);
    expect(room.prospects.reasons.get('go:Uruk')?.missing).toBe('at 2');
  });

  test('of which some were missed are loaded once, whatever else is told meanwhile', async () => {
    for (let i = 0; i < 3; i++) game.push('K', 'pass', 'W');
    const answer = later();
    game.before = [() => answer.promise];
    room.told(game.update(2));
    room.told(game.update(2));
    answer.keep();
    await settled();
    expect(game.asked).toEqual(['load 0']);
    expect([room.game?.ply, room.entries.length, room.upToDate]).toEqual([3, 3, true]);
  });

  test('may be told while what was missed is loaded and a turn is sent', async () => {
    const loaded = later();
    game.before = [() => loaded.promise];
    room.told({ ...game.update(0), ply: 1 });
    await room.tryMove('pass');
    const confirmed = room.confirm();
    loaded.keep();
    await confirmed;
    game.push('K', 'pass', 'W');
    room.told(game.update(1));
    await settled();
    expect(game.asked).toEqual(['load 0', 'try pass', 'move pass']);
    expect(seen).toEqual([0, 1, 2]);
  });

  test('too many for an update come as the whole game', async () => {
    for (let i = 0; i < 5; i++) game.push('K', 'pass', 'W');
    room.told(game.game(0));
    await settled();
    expect(game.asked).toEqual([]);
    expect([seen, room.entries.length]).toEqual([[0, 5], 5]);
  });

  test('told twice count once, and what is older is passed over', async () => {
    game.push('W', 'pass', 'K');
    const first = game.update(0);
    game.push('K', 'pass', 'W');
    room.told(game.update(0));
    room.told(first);
    await settled();
    expect([room.entries.length, room.game?.ply]).toEqual([2, 2]);
  });

  test('a late answer from before the start does not bring back the time when people gathered', () => {
    const late = game.update(0);
    room.told({ ...late, fairness: { ...late.fairness, stage: 'open' } });
    expect(room.game?.fairness.stage ?? null).toBeNull();
  });

  test('end a turn that was being tried', async () => {
    await room.tryMove('peasant/1');
    game.push('W', 'pass', 'K');
    room.told(game.update(0));
    await settled();
    expect([room.line.length, room.deciding]).toEqual([0, null]);
  });
});

test('somebody who comes or goes leaves the tried turn and its explanations alone', async () => {
  await room.tryMove('peasant/1');
  const { line } = room;
  const told = { ...game.update(0), online: [], outlook: null };
  room.told(told);
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

test('taking back what was sent is one request, and is shown at once', async () => {
  game.undoable = true;
  room.told(game.update(0));
  await room.stepBack();
  await settled();
  expect(game.asked).toEqual(['undo']);
  expect(room.entries.map((entry) => entry.kind)).toEqual(['undo']);
  expect(room.upToDate).toBe(true);
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
    room.told(game.update(0));
    await settled();
    expect(room.freshPlaces.has('side:a1-b1')).toBe(true);
    game.push('K', 'undo', 'K', 'undo');
    room.told(game.update(1));
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
    room.told(game.update(0));
    await settled();
    expect(acting).toEqual(['pass']);
    expect(room.acting).toBeNull();
  });
});

test('a server that answers again is not complained of any longer, though its websocket never closed', async () => {
  game.before = [lost, lost];
  await room.tryMove('pass');
  expect(room.trouble).toContain('does not answer');
  await vi.advanceTimersByTimeAsync(2100);
  expect(room.trouble).toContain('does not answer');
  await vi.advanceTimersByTimeAsync(2100);
  expect(room.trouble).toBeNull();
});

describe('the pace of others', () => {
  const tell = () => {
    const since = game.ply;
    game.push('K', 'merchant/1', 'K');
    game.push('K', 'peasant/2', 'K');
    game.push('K', 'top', 'W');
    room.told(game.update(since));
  };

  test('paused, their turns wait and are shown one by one, whole; then all go on', async () => {
    room.pacing?.pause(true);
    expect(room.pacing).toBeNull();
    await room.tryMove('pass');
    await room.confirm();
    await settled();
    const { pacing } = room;
    pacing?.pause(true);
    tell();
    await settled();
    expect([room.shownPly, room.pacing?.paused]).toEqual([1, true]);
    pacing?.step();
    await settled();
    expect(room.shownPly).toBe(2);
    pacing?.step();
    await settled();
    expect(room.shownPly).toBe(4);
    expect(room.deciding).toBe('W');
    pacing?.pause(false);
    expect(room.pacing).toBeNull();
  });

  test('paused in the midst of a turn, that turn is shown to its end, and a step shows the next', async () => {
    await room.tryMove('pass');
    await room.confirm();
    await settled();
    const { pacing } = room;
    pacing?.pause(true);
    const since = game.ply;
    game.push('K', 'peasant/2', 'K');
    game.push('K', 'top', 'B');
    game.push('B', 'merchant/1', 'W');
    room.told(game.update(since));
    await settled();
    pacing?.pause(false);
    pacing?.pause(true);
    await settled();
    expect(room.shownPly).toBe(3);
    pacing?.step();
    await settled();
    expect(room.shownPly).toBe(4);
    pacing?.pause(false);
  });

  test('without flights, too, a step shows one turn', async () => {
    prefer({ speed: 0 });
    await room.tryMove('pass');
    await room.confirm();
    await settled();
    const { pacing } = room;
    pacing?.pause(true);
    tell();
    await settled();
    pacing?.step();
    await settled();
    expect(room.shownPly).toBe(2);
    pacing?.pause(false);
    await settled();
    expect(room.shownPly).toBe(4);
  });
});
