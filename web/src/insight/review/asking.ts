/** What a review asks the server for: the review itself, of a game or of a record, and what single moves cost. */
import { body, http } from '../../api/http';
import { finishedJob } from '../../api/jobs';
import type { MoveCost, ReviewJob } from '../../api/types';

/** Begins a review, or finds the one that was begun. */
export type Ask = () => Promise<ReviewJob>;

export function askForGame(id: string): Ask {
  return () => body(http.GET('/api/v1/games/{game_id}/review', { params: { path: { game_id: id } } }));
}

export function askForRecord(record: string): Ask {
  return () => body(http.POST('/api/v1/reviews', { body: { record } }));
}

/** What a move of a position costs beside another, with so many times the usual budget and games played to the end; raises Refused, Unreachable, or Error if it cannot be evaluated. */
export async function evaluateMove(
  position: string,
  move: string,
  beside: string,
  times = 1,
  games = 0,
): Promise<MoveCost> {
  const { move_cost, error } = await finishedJob(() =>
    body(http.POST('/api/v1/move-costs', { body: { position, move, beside, times, games } })),
  );
  if (!move_cost) throw new Error(error ?? 'the move could not be evaluated');
  return move_cost;
}
