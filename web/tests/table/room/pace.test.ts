/** How fast the turns of others are shown, and that they wait. */
import { describe, expect, test } from 'vitest';
import { prefer } from '../../../src/preferences.svelte';
import { enterAnew, game, room, settled } from './fresh_room.svelte';

enterAnew();

describe('the pace of others', () => {
  const tell = () => {
    const since = game.ply;
    game.push('K', 'merchant/1', 'K');
    game.push('K', 'peasant/2', 'K');
    game.push('K', 'top', 'W');
    room.receive(game.update(since));
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
    room.receive(game.update(since));
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
