/** This browser's part in the seed of a game: sealed when somebody sits down, shown when the table asks for it. */
import { body, http } from '../api/http';
import { Refused } from '../api/problems';
import type { Game } from '../api/types';
import { randomHex } from './hashing';
import { keepPromise, keepShare, shareOf } from './kept';
import { sealOf } from './sums';

/** The seal of a new share, which is kept here. */
export async function newSeal(): Promise<string> {
  const share = randomHex();
  const seal = await sealOf(share);
  keepShare(seal, share);
  return seal;
}

/** Do what a table that gathers waits for from here; the game after it, null if there was nothing to do. */
export async function contribute(game: Game): Promise<Game | null> {
  let after: Game | null = null;
  try {
    for (let next = await wanted(game); next; next = await wanted(after)) {
      keepPromise(after ?? game);
      const params = { path: { game_id: game.id, seat: next.seat } };
      after = await body(
        http.POST('/api/v1/games/{game_id}/seats/{seat}/share', { params, body: next.asked }),
      );
    }
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem; // else the table has gone on meanwhile
  }
  return after;
}

async function wanted({ fairness, seats }: Game) {
  const { stage } = fairness;
  const mine = (seat: string) => seats.some((one) => one.seat === seat && one.yours);
  for (const { seat, state, seal } of fairness.shares) {
    if (!mine(seat)) continue;
    if ((stage === 'waiting' || stage === 'commit') && state === 'expected')
      return { seat, asked: { seal: await newSeal() } };
    const share = stage === 'reveal' && state === 'sealed' && seal ? shareOf(seal) : undefined;
    if (share) return { seat, asked: { share } };
  }
  return null;
}
