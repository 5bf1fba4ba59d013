/** The levels of bots that the server offers, from the gentlest to the strongest. */
import { body, http } from '../../api/http';
import { LEVELS } from './new_game';

export const levels = $state<{ offered: readonly string[] }>({ offered: LEVELS });

/** Ask the server; where it does not answer, the usual ones stay. */
export async function askForLevels(): Promise<void> {
  try {
    levels.offered = (await body(http.GET('/api/v1/bots'))).levels;
  } catch {
    // Starting a game will say what is wrong.
  }
}
