/** What a heavy loss teaches: where most of the difference to the winner came from, and the clause that says how. */
import type { Seat } from '../api/types';
import { gainedFrom, SOURCES, type Source, type Tally } from '../table/scoring/tally';

export interface LessonOfLoss {
  source: Exclude<Source, 'start' | 'goods'>;
  winner: Seat;
  /** How much more the winner got there. */
  n: number;
  clause: string;
}

/** So far behind, a word is kind. */
const HEAVY = 15;

const CLAUSES: Record<LessonOfLoss['source'], string> = {
  planting: '7.6',
  water: '8.7',
  palace: '9.4',
  babylon: '7.4',
  marduk: '10.4',
  banker: '4.2',
  favour: '11.2',
};

/** The lesson of a game for a seat; null where it did not lose by much. */
export function lessonOfLoss({ seats }: Tally, seat: Seat): LessonOfLoss | null {
  const own = seats.find((one) => one.seat === seat);
  const [best] = seats.toSorted((one, two) => (two.totals.at(-1) ?? 0) - (one.totals.at(-1) ?? 0));
  if (!own || !best || (best.totals.at(-1) ?? 0) - (own.totals.at(-1) ?? 0) < HEAVY) return null;
  const lessons = SOURCES.filter((source) => source in CLAUSES).map((source) => ({
    source: source as LessonOfLoss['source'],
    n: gainedFrom(best, source) - gainedFrom(own, source),
  }));
  const [most] = lessons.toSorted((one, two) => two.n - one.n);
  return most ? { ...most, winner: best.seat, clause: CLAUSES[most.source] } : null;
}
