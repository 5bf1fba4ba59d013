/**
 * Where things lie in the picture of the garden. A point is given by `u` (along the files, to the upper right), `v`
 * (along the ranks, to the upper left) and its height; square a1 lies between (0, 0) and (1, 1).
 */
export type Shape = 'wide' | 'phone' | 'aim';
export type Point = readonly [x: number, y: number];

/** The measures of a shape: the frame, the lowest corner, half a square, the height of a floor, and sizes of pieces. */
export interface Plan {
  w: number;
  h: number;
  cx: number;
  y0: number;
  hw: number;
  hh: number;
  rise: number;
  base: number;
  cube: number;
  rosette: number;
  icon: number;
  river: number;
}

export const PLANS: Record<Shape, Plan> = {
  wide: {
    ...{ w: 602, h: 500, cx: 301, y0: 452, hw: 72, hh: 45, rise: 23, base: 17 },
    ...{ cube: 23, rosette: 33, icon: 23, river: 25 },
  },
  phone: {
    ...{ w: 390, h: 348, cx: 195, y0: 321, hw: 45.5, hh: 35, rise: 13, base: 9.6 },
    ...{ cube: 20, rosette: 25, icon: 18, river: 16 },
  },
  aim: {
    ...{ w: 390, h: 560, cx: 195, y0: 518, hw: 45.5, hh: 54, rise: 20, base: 14.8 },
    ...{ cube: 25, rosette: 28, icon: 19, river: 18 },
  },
};

const FILES = 'abcd';
/** How far a tile stays from the edge of its square, half the width of a canal, and how far it stays from its ends. */
const INSET = 0.112;
const CANAL = 0.1;
const ENDS = 0.1;

/** A square by its indices: a1 is 0, 0. */
export interface Cell {
  square: string;
  f: number;
  r: number;
}

/** The squares, those at the back first. */
export const CELLS: readonly Cell[] = [...FILES]
  .flatMap((file, f) => [0, 1, 2, 3].map((r) => ({ square: `${file}${r + 1}`, f, r })))
  .sort((one, other) => other.f + other.r - (one.f + one.r));

export function cellOf(square: string): Cell {
  return { square, f: FILES.indexOf(square[0] ?? ''), r: Number(square[1]) - 1 };
}

/** A side by its two squares, the lower one first. */
interface Border {
  side: string;
  near: Cell;
  far: Cell;
}

export function borderOf(side: string): Border {
  const [near = '', far = ''] = side.split('-');
  return { side, near: cellOf(near), far: cellOf(far) };
}

/** The sides in the order they are drawn: those at the back first. */
export function backToFront(sides: readonly string[]): string[] {
  const depth = (side: string) => {
    const { near, far } = borderOf(side);
    return near.f + near.r + far.f + far.r;
  };
  return [...sides].sort((one, other) => depth(other) - depth(one));
}

/** How high a square lies, in floors above the lowest. */
export function storey({ f, r }: { f: number; r: number }): number {
  return Math.min(f, r);
}

export function point(plan: Plan, u: number, v: number, height = 0): Point {
  return [plan.cx + (u - v) * plan.hw, plan.y0 - (u + v) * plan.hh - height];
}

const text = ([x, y]: Point): string => `${round(x)} ${round(y)}`;

/** To a tenth, so that the markup stays short. */
export function round(n: number): number {
  return Math.round(n * 10) / 10;
}

/** A closed outline as an SVG path. */
export function outline(points: readonly Point[]): string {
  return `M${points.map(text).join('L')}Z`;
}

/** The diamond of a square, `inset` of its side in from the edge, `drop` pixels lower. */
export function diamond(plan: Plan, { f, r }: Cell, inset = INSET, drop = 0): string {
  const height = storey({ f, r }) * plan.rise - drop;
  const [a, b] = [inset, 1 - inset];
  const corners: [number, number][] = [
    [a, a],
    [b, a],
    [b, b],
    [a, b],
  ];
  return outline(corners.map(([u, v]) => point(plan, f + u, r + v, height)));
}

export function centre(plan: Plan, { f, r }: Cell): Point {
  return point(plan, f + 0.5, r + 0.5, storey({ f, r }) * plan.rise);
}

/** A line through points of a square, given by their shares along file and rank. */
export function across(plan: Plan, cell: Cell, shares: readonly Point[], drop = 0): string {
  return `M${shares
    .map(([u, v]) => within(plan, cell, u, v))
    .map(([x, y]) => text([x, y + drop]))
    .join('L')}`;
}

/** A point of a square by its share along file and rank. */
export function within(plan: Plan, { f, r }: Cell, u: number, v: number): Point {
  return point(plan, f + u, r + v, storey({ f, r }) * plan.rise);
}

/** A wall: the upper corner at its left end, the length of its two axes, how high it is, and which way it looks. */
interface Wall {
  cell: Cell;
  looks: 'left' | 'right';
  from: Point;
  to: Point;
  height: number;
}

/** The walls that are seen, back to front. The outer ones go down to the water. */
export function walls(plan: Plan): Wall[] {
  return CELLS.flatMap((cell) => {
    const { f, r } = cell;
    const top = storey(cell);
    const foot = (f2: number, r2: number) =>
      f2 < 0 || r2 < 0 ? -plan.base : storey({ f: f2, r: r2 }) * plan.rise;
    const corner = (u: number, v: number) => point(plan, u, v, top * plan.rise);
    const left: Wall = {
      ...{ cell, looks: 'left', from: corner(f, r + 1), to: corner(f, r) },
      height: top * plan.rise - foot(f - 1, r),
    };
    const right: Wall = {
      ...{ cell, looks: 'right', from: corner(f, r), to: corner(f + 1, r) },
      height: top * plan.rise - foot(f, r - 1),
    };
    return [left, right].filter((wall) => wall.height > 0);
  });
}

/** The outline of a wall, or of a strip of it between two depths below its upper edge. */
export function strip({ from, to }: Wall, top: number, bottom: number): string {
  return outline([
    [from[0], from[1] + top],
    [to[0], to[1] + top],
    [to[0], to[1] + bottom],
    [from[0], from[1] + bottom],
  ]);
}

/** The transform that lays a drawing of 85 by 23 on a wall. */
export function onWall(plan: Plan, { from, to }: Wall): string {
  const down = plan.rise / 23;
  const [a, b] = [(to[0] - from[0]) / 85, (to[1] - from[1]) / 85];
  return `matrix(${a.toFixed(4)} ${b.toFixed(4)} 0 ${down.toFixed(4)} ${round(from[0])} ${round(from[1])})`;
}

/** The transform that lays a drawing of a unit square, its middle at 0 0, flat on a square of the garden. */
export function onFloor(plan: Plan, cell: Cell): string {
  const [x, y] = centre(plan, cell);
  return `matrix(${plan.hw} ${-plan.hh} ${-plan.hw} ${-plan.hh} ${round(x)} ${round(y)})`;
}

/** A canal: the middle of it at a share of its length, and the outline of its bed. */
interface Channel {
  at(share: number): Point;
  bed(wide?: number, end?: number, drop?: number): string;
  /** The edge towards the viewer, from left to right. */
  lip: readonly [Point, Point];
  /** Whether the two squares lie on different floors. */
  steps: boolean;
}

export function channel(plan: Plan, { near, far }: Border): Channel {
  const height = ((storey(near) + storey(far)) / 2) * plan.rise;
  const alongRank = near.f !== far.f;
  const at = (share: number, across = 0, drop = 0): Point =>
    alongRank
      ? point(plan, far.f + across, near.r + share, height - drop)
      : point(plan, near.f + share, far.r + across, height - drop);
  return {
    at: (share) => at(share),
    bed: (wide = CANAL, end = ENDS, drop = 0) =>
      outline([at(end, -wide, drop), at(1 - end, -wide, drop), at(1 - end, wide, drop), at(end, wide, drop)]),
    lip: [at(ENDS, -CANAL), at(1 - ENDS, -CANAL)],
    steps: storey(near) !== storey(far),
  };
}

/** Where the cubes of a side stand along it. */
export function stands(areas: number): readonly number[] {
  return areas === 1 ? [0.5] : [0.3, 0.7];
}

/** The middle of a place of the garden (`square:c3`, `side:a1-b1`). */
export function heart(plan: Plan, place: string): Point {
  const [kind, name = ''] = place.split(':');
  return kind === 'square' ? centre(plan, cellOf(name)) : channel(plan, borderOf(name)).at(0.5);
}

/** The outermost points of a place of the garden, as far as a finger aims at it. */
export function outlineOf(plan: Plan, place: string): Point[] {
  const [x, y] = heart(plan, place);
  const [wide, high] = place.startsWith('square:') ? [plan.hw, plan.hh] : [plan.cube, plan.cube];
  return [
    [x - wide, y - high],
    [x + wide, y + high],
  ];
}

/** The frame on the screen: the picture is as large as fits, in the middle, at the bottom. */
interface Frame {
  left: number;
  bottom: number;
  width: number;
  height: number;
}

/** Where a point of the picture is on the screen. */
export function onScreen(plan: Plan, [x, y]: Point, frame: Frame): Point {
  const scale = Math.min(frame.width / plan.w, frame.height / plan.h);
  return [frame.left + frame.width / 2 + (x - plan.w / 2) * scale, frame.bottom + (y - plan.h) * scale];
}

/** The place whose middle is nearest to a point of the screen, if one is near enough. */
export function nearest(
  plan: Plan,
  places: readonly string[],
  [x, y]: Point,
  frame: Frame,
  reach: number,
): string | null {
  let nearest: string | null = null;
  let least = reach;
  for (const place of places) {
    for (const spot of spots(plan, place)) {
      const [px, py] = onScreen(plan, spot, frame);
      const distance = Math.hypot(px - x, py - y);
      if (distance > least) continue;
      least = distance;
      nearest = place;
    }
  }
  return nearest;
}

/** The points of a place that a finger may aim at: its middle, and for a side all along it. */
function spots(plan: Plan, place: string): Point[] {
  const [kind, name = ''] = place.split(':');
  if (kind === 'square') return [heart(plan, place)];
  const { at } = channel(plan, borderOf(name));
  return [0.3, 0.5, 0.7].map(at);
}
