/** Which of my games the start page puts first, and what it says of it. */
import type { Seat, Summary } from '../../api/types';

/** The game that has waited longest for me; else the one of those still running in which something happened last. */
export function nextGame(games: readonly Summary[]): Summary | null {
  const running = games.filter((game) => !game.over);
  const waiting = running.filter((game) => game.your_turn);
  if (waiting.length) return waiting.reduce((one, two) => (two.updated < one.updated ? two : one));
  return running.reduce<Summary | null>((one, two) => (one && one.updated >= two.updated ? one : two), null);
}

/** The seats of a game with what they have scored so far, mine marked; empty where the server does not know. */
export function standing(game: Summary): { seat: Seat; score: number; mine: boolean }[] {
  return game.seats.flatMap(({ seat, yours }) => {
    const score = game.scores[seat];
    return score === undefined ? [] : [{ seat, score, mine: yours }];
  });
}
