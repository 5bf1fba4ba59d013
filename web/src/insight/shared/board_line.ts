/** A line of moves that can be played on the board, from the position in which it begins. */
import { body, http } from '../../api/http';
import { seatOf, type Seat, type View } from '../../api/types';
import { lineOf, type Step } from '../../table/room/line';

export type BoardStep = Step & { seat: Seat | null };

/** The steps of a line; throws what went wrong. */
export async function boardLine(position: string, tokens: string[], base: View): Promise<BoardStep[]> {
  const answer = await body(http.POST('/api/v1/positions/explore', { body: { position, tokens } }));
  const steps = lineOf({ ...answer, ply: 0 }, base, []);
  return steps.map((step, i) => ({ ...step, seat: seatOf(answer.steps[i]?.seat) }));
}
