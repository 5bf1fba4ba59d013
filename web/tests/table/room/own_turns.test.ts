/** One's own turn in a game that is played: what is asked of the server, and what is seen meanwhile. */
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { prefer } from '../../../src/preferences.svelte';
import { lost, stale } from './fake_game';
import { enterAnew, game, room, seeAnew, seen, settled } from './fresh_room.svelte';

enterAnew();

/** The move is kept; the websocket tells of it, or of what others do after it, before the answer to the move comes. */
function tellBeforeTheAnswer(others?: () => void): void {
  game.move = (ply, tokens) => {
    game.play(tokens);
    const answer = game.update(ply);
    if (!others) room.receive(answer);
    others?.();
    room.receive(game.update(answer.ply));
    return Promise.resolve(answer);
  };
}

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
    seeAnew(2);
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
    room.receive(game.update(0));
    game.watcher?.connected(true);
    await settled();
    expect(seen).toEqual([2]);
    expect([room.trouble, room.line.length]).toEqual([null, 0]);
  });
});

test('taking back what was sent is one request, and is shown at once', async () => {
  game.undoable = true;
  room.receive(game.update(0));
  await room.stepBack();
  await settled();
  expect(game.asked).toEqual(['undo']);
  expect(room.entries.map((entry) => entry.kind)).toEqual(['undo']);
  expect(room.upToDate).toBe(true);
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
