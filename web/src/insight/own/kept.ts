/**
 * My mistakes and my games, as reviews found them: kept in the browser, so that a guest has them, too. A mistake comes
 * back as a puzzle after ever longer times (Leitner's boxes), until it was right in all of them.
 */
import type { ReviewedMove, Seat } from '../../api/types';
import type { Player } from '../shared/position_game';

export interface Mistake {
  /** The game and the ply. */
  id: string;
  position: string;
  seat: Seat;
  players: readonly Player[];
  round: number;
  question: ReviewedMove['question'];
  played: string;
  best: string;
  themes: string[];
  /** How often in a row it was right, and when it comes back, in milliseconds. */
  box: number;
  due: number;
}

/** What was lost in a part of a game: points, in how many decisions. */
interface Lost {
  points: number;
  n: number;
}

export const PHASES = ['early', 'middle', 'late'] as const;
export type Phase = (typeof PHASES)[number];

/** A reviewed game of mine. */
export interface Played {
  id: string;
  at: number;
  players: number;
  /** Points beyond an even share, and those of them that the deals brought. */
  result: number;
  luck: number;
  phases: Record<Phase, Lost>;
  /** Points by theme: of a loss with several themes, a part for each. */
  themes: Record<string, number>;
}

interface Kept {
  games: Played[];
  mistakes: Mistake[];
}

const KEPT_AS = 'amyitis.mistakes';
const DAY = 86_400_000;
/** After so many days, at midnight, a mistake comes back that was right so often in a row. */
export const BOXES = [0, 1, 3, 7, 21] as const;
/** More are not kept: the oldest go. */
const MOST_GAMES = 500;
const MOST_MISTAKES = 300;

export function kept(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Partial<Kept>;
    return { games: kept.games ?? [], mistakes: kept.mistakes ?? [] };
  } catch {
    return { games: [], mistakes: [] };
  }
}

export function keep({ games, mistakes }: Kept): void {
  const latest = { games: games.slice(-MOST_GAMES), mistakes: mistakes.slice(-MOST_MISTAKES) };
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(latest));
  } catch {
    // A browser that keeps nothing still shows the review.
  }
}

/** The mistakes that are due, those that have waited longest first. */
export function dueOf(mistakes: readonly Mistake[], now: number = Date.now()): Mistake[] {
  return mistakes.filter(({ due }) => due <= now).toSorted((one, two) => one.due - two.due);
}

/** In how many days a moment comes, by the calendar: 1 is tomorrow. */
export function daysUntil(then: number, now: number = Date.now()): number {
  return Math.round((midnight(then) - midnight(now)) / DAY); // a day of 23 or 25 hours is one, too
}

function midnight(at: number, days = 0): number {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
}

/**
 * Note how a mistake was tried again: right at once, it comes back later, and after the last box never; else tomorrow.
 * What is right before it is due stays where it is. Returns after how many days it comes back; 0 if never.
 */
export function noteResult(id: string, right: boolean, now: number = Date.now()): number {
  const { games, mistakes } = kept();
  const tried = mistakes.find((one) => one.id === id);
  if (!tried) return 0;
  if (right && tried.due > now) return daysUntil(tried.due, now);
  const box = right ? tried.box + 1 : 0;
  const days = BOXES[right ? box : 1] ?? 0;
  const after = days ? [{ ...tried, box, due: midnight(now, days) }] : [];
  keep({ games, mistakes: mistakes.flatMap((one) => (one === tried ? after : [one])) });
  return days;
}
