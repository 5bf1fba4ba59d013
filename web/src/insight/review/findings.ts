/** What a review says of a seat: its losses, who led, and the moves that turned the game. */
import type { Loss, ReviewedMove, Review, Seat } from '../../api/types';
import { GRADES, type Grade, type Scale } from '../shared/grades';

/** A decision that got a class. */
type Graded = ReviewedMove & { grade: Grade };

function isGraded(one: ReviewedMove): one is Graded {
  return one.grade !== null;
}

/** The losses of a seat that got a class, in order; of all seats without one. */
export function lossesOf(review: Review | null, seat: Seat | null = null): Graded[] {
  return (review?.decisions ?? []).filter(isGraded).filter((one) => seat === null || one.seat === seat);
}

/** The decision that is due at a ply; null at a deal, at the end, and where nothing was read yet. */
export function decisionAt(review: Review | null, ply: number): ReviewedMove | null {
  return review?.decisions.find((one) => one.ply === ply) ?? null;
}

/** How far a review has been read: the ply from which on shares are those at first sight. */
export function readTo(review: Review): number {
  if (review.complete) return review.shares.length - 1;
  return (review.decisions.at(-1)?.ply ?? -1) + 1;
}

/** How large a loss is drawn, in pixels: by the root of what it costs. */
export function sizeOf(points: number): number {
  return 8 + 2.6 * Math.sqrt(Math.max(0, points));
}

/** What a decision did to a seat's share, in points: the share after it less the one after the best. */
export function effectOn(one: ReviewedMove, seat: Seat): number {
  return 100 * ((one.loss.played[seat] ?? 0) - (one.loss.best[seat] ?? 0));
}

/** The losses of anyone that changed a seat's share most, in the order of the game. */
export function turningPoints(review: Review, seat: Seat, most = 3): Graded[] {
  return lossesOf(review)
    .toSorted((one, two) => Math.abs(effectOn(two, seat)) - Math.abs(effectOn(one, seat)))
    .slice(0, most)
    .sort((one, two) => one.ply - two.ply);
}

/** What losses are about most: a theme, how many of them are about it, and how many points they cost. */
interface Practice {
  theme: string;
  n: number;
  points: number;
}

/** The theme that cost most, for puzzles about it; null where no loss has one. */
export function practiceOf(losses: readonly ReviewedMove[]): Practice | null {
  const practices = new Map<string, Practice>();
  for (const { themes, loss } of losses) {
    for (const theme of themes ?? []) {
      const before = practices.get(theme) ?? { theme, n: 0, points: 0 };
      practices.set(theme, { theme, n: before.n + 1, points: before.points + loss.points });
    }
  }
  return [...practices.values()].reduce<Practice | null>(
    (most, one) => (most && most.points >= one.points ? most : one),
    null,
  );
}

/** Who leads at a ply: the seat with the largest share. */
function leaderAt(review: Review, ply: number): string {
  const shares = Object.entries(review.shares[ply] ?? {});
  return shares.reduce((best, one) => (one[1] > best[1] ? one : best), ['', -1] as [string, number])[0];
}

/** A round of a game: its number, and the plies from the one behind its deal to that behind the next one. */
interface Round {
  round: number;
  from: number;
  to: number;
}

/** The rounds of a game by its deals, each with the round that it begins. The first begins with the game. */
export function roundsOf(deals: readonly { ply: number; round: number }[], last: number): Round[] {
  return deals.map(({ round, ply }, i) => ({
    round,
    from: i === 0 ? 0 : ply + 1,
    to: i + 1 < deals.length ? (deals[i + 1]?.ply ?? last) + 1 : last,
  }));
}

/**
 * The last round at whose end a seat led, if another won; the round since which it led, if it won. Null if there is
 * nothing to tell: it led never, or all along.
 */
export function ledTo(review: Review, rounds: readonly Round[], seat: Seat, won: boolean): number | null {
  const led = rounds.map(({ to }) => leaderAt(review, to) === seat);
  if (!won) {
    const last = led.lastIndexOf(true);
    return last < 0 ? null : (rounds[last]?.round ?? null);
  }
  const behind = led.lastIndexOf(false);
  return behind < 0 ? null : (rounds[behind + 1]?.round ?? null);
}

/** The bounds of the classes in words' figures: one digit behind the point where there is one. */
export function boundsOf(bounds: Review['bounds']): Record<Grade, number> {
  const rounded = (grade: Grade) => Math.round(10 * (bounds[grade] ?? 0)) / 10;
  return { inaccuracy: rounded('inaccuracy'), mistake: rounded('mistake'), blunder: rounded('blunder') };
}

/** Whether the likely loss would be of a higher class than its own: a class counts only what is sure. */
export function looksWorse({ grade, loss, scale }: ReviewedMove, review: Review): boolean {
  const bounds = scale === 'prestige' ? review.prestige_bounds : review.bounds;
  const likely = (scale === 'prestige' ? loss.prestige : loss.points) ?? 0;
  return grade !== null && GRADES.findLast((one) => likely >= (bounds[one] ?? Infinity)) !== grade;
}

/** Points as whole numbers, their ends too; below 1 they are still one where there is a class. In a lost game: prestige. */
export function pointsOf(
  loss: Partial<Loss>,
  scale: Scale = 'share',
): { points: number; low: number; high: number } {
  const [points = 0, low = 0, high = 0] =
    scale === 'share'
      ? [loss.points, loss.low, loss.high]
      : [loss.prestige, loss.prestige_low, loss.prestige_high];
  return { points: Math.round(points), low: Math.max(0, Math.round(low)), high: Math.round(high) };
}
