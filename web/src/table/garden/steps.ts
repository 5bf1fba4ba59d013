/** Where the arrow keys lead in the garden: from square to square along the diagonals, from side to side by sight. */
import { cellOf, heart, PLANS } from './geometry';

/** The keys and the way they look on the screen, for sides; and where they lead among squares. */
const KEYS: Record<string, { way: readonly [number, number]; step: readonly [file: number, rank: number] }> =
  {
    ArrowUp: { way: [0, -1], step: [1, 0] },
    ArrowRight: { way: [1, 0], step: [0, -1] },
    ArrowDown: { way: [0, 1], step: [-1, 0] },
    ArrowLeft: { way: [-1, 0], step: [0, 1] },
  };

/**
 * The place that a key leads to; null where it leads nowhere.
 * @param usable the places that can have the focus
 * @param legal those of them that can be chosen: among sides only these are visited, if there are any
 */
export function stepTo(
  from: string,
  key: string,
  usable: readonly string[],
  legal: readonly string[],
): string | null {
  if (key === 'Home') return home(usable, legal);
  const move = KEYS[key];
  if (!move) return null;
  return from.startsWith('square:')
    ? diagonally(from, move.step, usable)
    : bySight(from, move.way, sidesOf(legal).length ? sidesOf(legal) : sidesOf(usable));
}

/** The place where the focus enters: the first that can be chosen. */
function home(usable: readonly string[], legal: readonly string[]): string | null {
  if (usable.includes('square:d4')) return 'square:d4';
  return legal[0] ?? usable[0] ?? null;
}

function sidesOf(places: readonly string[]): string[] {
  return places.filter((place) => place.startsWith('side:'));
}

function diagonally(from: string, [file, rank]: readonly [number, number], usable: readonly string[]) {
  let { f, r } = cellOf(from.slice('square:'.length));
  for (;;) {
    f += file;
    r += rank;
    if (f < 0 || r < 0 || f > 3 || r > 3) return null;
    const place = `square:${'abcd'[f]}${r + 1}`;
    if (usable.includes(place)) return place;
  }
}

function bySight(from: string, [dx, dy]: readonly [number, number], places: readonly string[]) {
  const [x, y] = heart(PLANS.wide, from);
  let nearest: string | null = null;
  let least = Infinity;
  for (const place of places) {
    const [px, py] = heart(PLANS.wide, place);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (place === from || ahead <= 1) continue;
    const effort = ahead + 2 * aside;
    if (effort < least) {
      least = effort;
      nearest = place;
    }
  }
  return nearest;
}
