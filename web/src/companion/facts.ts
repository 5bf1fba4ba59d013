/** What matters now to a player, as true facts of the position with their clauses; never what to do about them. */
import type { Row, Seat, View } from '../api/types';
import { ROWS } from '../api/types';
import type { Values } from '../strings/index.svelte';

export interface Fact {
  key: 'gardeners' | 'last' | 'goods' | 'near' | 'camels' | 'row' | 'favour' | 'majority' | Lesson;
  clause: string;
  values: Values;
}

/** What is useful in any position, one a round. */
const LESSONS = ['price', 'pass', 'temples', 'water', 'trips', 'income'] as const;
type Lesson = (typeof LESSONS)[number];
const CLAUSES: Record<Lesson, string> = {
  price: '6.1',
  pass: '5.3',
  temples: '10.2',
  water: '8.3',
  trips: '7.2',
  income: '4.2',
};

/** The useful thing of a round, where nothing weighs more. */
export function lessonOf({ round }: View): Fact {
  const key = LESSONS[(round - 1) % LESSONS.length] ?? 'price';
  return { key, clause: CLAUSES[key], values: { round } };
}

/** So many tiles before the last round it is worth a word. */
const NEAR = 2;

/** The facts that matter to a seat, the weightiest first. */
export function factsOf(view: View, seat: Seat): Fact[] {
  const own = view.seats.find((one) => one.seat === seat);
  if (!own || view.winners.length) return [];
  const facts: Fact[] = [];
  const tell = (key: Fact['key'], clause: string, values: Values = {}) =>
    void facts.push({ key, clause, values });
  const missing = view.garden.tiles_left - view.garden.tiles_at_end;
  if (view.last_round && own.gardeners > 0) tell('gardeners', '11.3', { n: own.gardeners });
  if (view.last_round) tell('last', '11.3');
  if (own.goods_held > own.goods_limit)
    tell('goods', '10.6', { held: own.goods_held, limit: own.goods_limit });
  if (!view.last_round && missing <= NEAR) tell('near', '11.1', { n: missing });
  if (own.camels === 0 && !own.passed) tell('camels', '7.2');
  for (const row of ROWS) if (wouldWin(view, row, seat)) tell('row', '6.3', { row });
  if (own.tiles_to_next_favour === 1) tell('favour', '11.2');
  const square = contested(view, seat);
  if (square) tell('majority', '8.7', { square });
  return facts;
}

/** Whether one cube more fills a row with most of them this seat's, while a Gardener is left. */
function wouldWin(view: View, row: Row, seat: Seat): boolean {
  const cubes = view.fields[row].map((space) => space.cube);
  if (cubes.filter((cube) => cube === null).length !== 1 || view.court.gardener === 0) return false;
  const counts = countsOf(cubes);
  const others = Math.max(0, ...[...counts].filter(([who]) => who !== seat).map(([, n]) => n));
  return (counts.get(seat) ?? 0) + 1 > others;
}

/** A square that can be planted, around which this seat and another have most cubes, and where one more can be dug. */
function contested(view: View, seat: Seat): string | null {
  for (const [name, square] of Object.entries(view.garden.squares)) {
    if (square.tile === null || square.planted_by !== null || !square.irrigated) continue;
    const mine = square.cubes[seat] ?? 0;
    const others = Object.entries(square.cubes).flatMap(([who, n]) =>
      who === seat || who === 'N' ? [] : [n],
    );
    const tied = mine > 0 && Math.max(0, ...others) === mine;
    const open = Object.entries(view.garden.sides).some(
      ([side, facts]) => side.split('-').includes(name) && facts.open,
    );
    if (tied && open) return name;
  }
  return null;
}

function countsOf(cubes: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cube of cubes) if (cube !== null) counts.set(cube, (counts.get(cube) ?? 0) + 1);
  return counts;
}
