/** Which plies a moving picture shows, and how long each. */
import { stopAfter, stopBefore, type Stops } from '../room/stops';

export interface Shown {
  ply: number;
  /** In hundredths of a second. */
  hundredths: number;
}

/** The whole game, in hundredths of a second, and at most so many pictures. */
export const WHOLE = 3000;
const MOST = 100;
/** How long a picture stays at least (browsers play faster ones slowly) and at most, and the last one. */
const [LEAST, LONG, LAST] = [8, 90, 250];

/** The turn that has led to a ply, or the first one: what was before it, then every move. */
export function turnAt(stops: Stops, ply: number): Shown[] {
  const to = stopAfter(stops.turns, Math.max(0, ply - 1));
  return spread(
    Array.from({ length: to - stopBefore(stops.turns, to) + 1 }, (_, i) => stopBefore(stops.turns, to) + i),
  );
}

/** The whole game, turn by turn. */
export function gameOf({ turns }: Stops): Shown[] {
  return spread(turns);
}

function spread(plies: readonly number[]): Shown[] {
  const many = Math.min(MOST, plies.length);
  const shown = Array.from(
    { length: many },
    (_, i) => plies[Math.round((i * (plies.length - 1)) / Math.max(1, many - 1))]!,
  );
  const each = Math.floor(Math.min(LONG, (WHOLE - LAST) / Math.max(1, many - 1)));
  return shown.map((ply, i) => ({ ply, hundredths: i === many - 1 ? LAST : Math.max(LEAST, each) }));
}
