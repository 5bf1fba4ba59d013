/** Where one stops in a replay: between turns, and at the beginning of each round. */
import type { Entry } from '../../api/types';

export interface Stops {
  turns: number[];
  rounds: number[];
}

/** The plies to stop at, each list in order, with the start and the end. A stop is after its entry. */
export function stopsOf(entries: readonly Entry[]): Stops {
  const turns = [0];
  const rounds = [0];
  entries.forEach((entry, place) => {
    const next = entries[place + 1];
    const ply = place + 1;
    if (!next || beginsAnew(entry, next)) turns.push(ply);
    if (entry.kind === 'deal' || !next) rounds.push(ply);
  });
  return { turns, rounds: [...new Set(rounds)] };
}

function beginsAnew(before: Entry, entry: Entry): boolean {
  return (
    entry.kind !== 'move' ||
    before.kind !== 'move' ||
    entry.seat !== before.seat ||
    entry.opens_turn ||
    before.token === 'pass'
  );
}

/** The last stop before a ply. */
export function stopBefore(stops: readonly number[], ply: number): number {
  return stops.findLast((stop) => stop < ply) ?? 0;
}

/** The first stop behind a ply. */
export function stopAfter(stops: readonly number[], ply: number): number {
  return stops.find((stop) => stop > ply) ?? stops.at(-1) ?? 0;
}
