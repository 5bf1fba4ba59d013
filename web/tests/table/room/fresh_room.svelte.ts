/** A room in which a game is played, made anew for every test of a file, and what was seen in it. */
import { flushSync } from 'svelte';
import { afterEach, beforeEach, vi } from 'vitest';
import { prefer } from '../../../src/preferences.svelte';
import { GameRoom } from '../../../src/table/room/game_room.svelte';
import { FakeGame } from './fake_game';

export let game: FakeGame;
export let room: GameRoom;
/** What was seen, one after the other: White's prestige, which counts the moves. */
export let seen: number[];
let stop: () => void;

/** Forget what was seen before this. */
export function seeAnew(now: number): void {
  seen = [now];
}

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

/** Have every test of a file begin in a room of its own, with clocks that only it moves. */
export function enterAnew(): void {
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
}

/** Wait until nothing is under way. */
export async function settled(): Promise<void> {
  await vi.runAllTimersAsync();
  flushSync();
}
