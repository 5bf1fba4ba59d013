/** The pictures beside the clauses: how large each part of the table is drawn, and what its marks mean there. */
import type { Place } from '../table/board/board.svelte';

export type Part = 'garden' | 'caravan' | 'court' | 'crafts' | 'fields' | 'temples' | 'players' | 'palace';

/** The size that a part of the table is laid out for, and the width it is shown with at most, in
 * pixels; `least` is how much it may shrink before it is laid out narrower. */
export const SIZES: Record<Part, { width: number; height: number; shown: number; least?: number }> = {
  garden: { width: 598, height: 500, shown: 410 },
  caravan: { width: 460, height: 500, shown: 350 },
  court: { width: 210, height: 240, shown: 240 },
  crafts: { width: 444, height: 207, shown: 410 },
  fields: { width: 276, height: 132, shown: 310 },
  temples: { width: 314, height: 132, shown: 360 },
  players: { width: 292, height: 388, shown: 292 },
  palace: { width: 598, height: 70, shown: 660, least: 0.85 },
};

const SIDE = /^[a-d][1-4]-[a-d][1-4]$/;
const SQUARE = /^[a-d][1-4]$/;
const TEMPLE = /^(ishtar|marduk|tammouz)$/;
const ROW = /^(top|bottom)$/;

/** The place that a mark of an example names: `c3`, `a1-b1`, `ishtar`, `top`, or a city. */
export function placeOfMark(mark: string): Place {
  if (mark.includes(':')) return mark;
  if (SIDE.test(mark)) return `side:${mark}`;
  if (SQUARE.test(mark)) return `square:${mark}`;
  if (TEMPLE.test(mark)) return `temple:${mark}`;
  return ROW.test(mark) ? `row:${mark}` : `city:${mark}`;
}
