/** What this browser keeps of each game: what was promised when it began, and the share that it added to the seed. */
import type { Game, Seat } from '../api/types';

const SHARES = 'amyitis.shares';
const PROMISES = 'amyitis.promises';
const MOST = 300;

/** What was shown before the game began: nobody can change it in here afterwards. */
interface Promised {
  commitment: string;
  /** The seals of the others' shares, by seat, as they were before any was opened. */
  seals: Partial<Record<Seat, string>>;
}

/** Keep a share until it is to be shown, and for the check at the end. */
export function keepShare(seal: string, share: string): void {
  write(SHARES, { ...read<string>(SHARES), [seal]: share });
}

/** The share that belongs to a seal; undefined if it is not this browser's. */
export function shareOf(seal: string): string | undefined {
  return read<string>(SHARES)[seal];
}

/** Keep what is promised of a game, the first time it is seen; seals as long as no share is shown. */
export function keepPromise(game: Pick<Game, 'id' | 'fairness'>): void {
  const { commitment, shares, stage } = game.fairness;
  const known = read<Promised>(PROMISES);
  const before = known[game.id];
  const seals = { ...before?.seals };
  if (stage !== null)
    for (const one of shares) if (one.seal && !seals[one.seat] && !one.share) seals[one.seat] = one.seal;
  const same = before && Object.keys(before.seals).length === Object.keys(seals).length;
  if (commitment && !same)
    write(PROMISES, { ...known, [game.id]: { commitment: before?.commitment ?? commitment, seals } });
}

export function promiseOf(game: string): Promised | undefined {
  return read<Promised>(PROMISES)[game];
}

function read<T>(name: string): Record<string, T> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') as Record<string, T>;
  } catch {
    return {}; // nothing is kept here
  }
}

function write(name: string, kept: Record<string, unknown>): void {
  try {
    localStorage.setItem(name, JSON.stringify(Object.fromEntries(Object.entries(kept).slice(-MOST))));
  } catch {
    // A browser that keeps nothing can play all the same.
  }
}
