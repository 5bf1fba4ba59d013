/** The levels of bots that the server offers, from the gentlest to the strongest, and the ratings measured of them. */
import { body, http } from '../../api/http';
import { LEVELS } from './new_game';

interface Offered {
  offered: readonly string[];
  ratings: Readonly<Record<string, number>>;
}
export const levels = $state<Offered>({ offered: LEVELS, ratings: {} });

/** Ask the server; where it does not answer, the usual ones stay, without ratings. */
export async function askForLevels(): Promise<void> {
  try {
    const answer = await body(http.GET('/api/v1/bots'));
    levels.offered = answer.levels;
    levels.ratings = Object.fromEntries(
      answer.measured.flatMap(({ name, rating }) => (rating === null ? [] : [[name, rating]])),
    );
  } catch {
    // Starting a game will say what is wrong.
  }
}
