/** A table's browser takes part in the seed: it keeps what was promised, and does what a gathering table waits for. */
import { body, http } from '../api/http';
import type { Game } from '../api/types';
import type { GameRoom } from '../table/room/game_room.svelte';
import { keepPromise } from './kept';
import { contribute } from './shares';

/** How often a table that follows this one is looked at until it has begun, in milliseconds; and how many times. */
const LOOK_AGAIN = 1000;
const LOOKS = 30;

/** Take part for as long as the component that calls this lives. */
export function takePart(room: GameRoom): void {
  let busy = false;
  let followed = '';

  $effect(() => {
    const { game } = room;
    if (!game) return;
    keepPromise(game);
    if (game.fairness.stage !== null && !busy) {
      busy = true;
      void contribute(game as Game)
        .then((after) => after && room.receive(after))
        .catch(() => undefined) // the websocket tells when the server is back, and it is tried again
        .finally(() => (busy = false));
    }
    const sits = game.seats.some((seat) => seat.yours);
    if (game.rematch && sits && followed !== game.rematch) void follow((followed = game.rematch));
  });
}

/** Add this browser's share to a rematch that somebody else has asked for, even if nobody goes there yet. */
async function follow(id: string): Promise<void> {
  try {
    for (let look = 0; look < LOOKS; look++) {
      const params = { path: { game_id: id } };
      const game = await body(http.GET('/api/v1/games/{game_id}', { params }));
      const after = (await contribute(game)) ?? game;
      keepPromise(after);
      if (after.fairness.stage === null) return;
      await new Promise((done) => setTimeout(done, LOOK_AGAIN));
    }
  } catch {
    // Then the table begins without it, and says so.
  }
}
