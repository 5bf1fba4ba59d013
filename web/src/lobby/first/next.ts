/** Which of my games the start page puts first, and what it says of it. */
import type { Seat, Summary } from '../../api/types';

/** Of the games that wait for me, else of those that still run, the one in which something happened last. */
export function nextGame(games: readonly Summary[]): Summary | null {
  const running = games.filter((game) => !game.over);
  const waiting = running.filter((game) => game.your_turn);
  const newest = (waiting.length ? waiting : running).toSorted((one, two) => two.updated - one.updated);
  return newest[0] ?? null;
}

/** Whether a game may be removed from the lists without anybody waiting for it. */
export function isRemovable(game: Summary): boolean {
  return game.over || game.seats.every((seat) => seat.yours || seat.kind === 'bot');
}

/** The seats of a game with what they have scored so far, mine marked; empty where the server does not know. */
export function standing(game: Summary): { seat: Seat; score: number; mine: boolean }[] {
  return game.seats.flatMap(({ seat, yours }) => {
    const score = game.scores[seat];
    return score === undefined ? [] : [{ seat, score, mine: yours }];
  });
}
