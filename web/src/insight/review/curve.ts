/** The graph of win shares: where each seat's area begins and ends, and where marks lie. */
import type { Review, Seat } from '../../api/types';
import { seatsFrom } from '../shared/shares';

interface Frame {
  width: number;
  top: number;
  bottom: number;
}

interface Area {
  seat: Seat;
  /** The outline of the area, and its upper edge alone. */
  outline: string;
  edge: string;
}

/** The horizontal place of a ply. */
export function across(ply: number, last: number, { width }: Frame): number {
  return last > 0 ? (ply / last) * width : 0;
}

/** The height of a share, the lowest being 0. */
export function up(share: number, { top, bottom }: Frame): number {
  return bottom - share * (bottom - top);
}

/** The seats' areas from the bottom up, the chosen seat lowest: its upper edge is its curve. */
export function areasOf(review: Review, first: Seat, frame: Frame): Area[] {
  const last = review.shares.length - 1;
  const seats = seatsFrom(review.seats, first);
  let floor = review.shares.map(() => 0);
  return seats.map((seat) => {
    const ceiling = review.shares.map((shares, ply) => (floor[ply] ?? 0) + (shares[seat] ?? 0));
    const point = (height: number, ply: number) =>
      `${across(ply, last, frame).toFixed(1)} ${up(height, frame).toFixed(1)}`;
    const edge = ceiling.map(point);
    const base = floor.map(point).toReversed();
    floor = ceiling;
    return { seat, outline: `M${edge.join('L')}L${base.join('L')}Z`, edge: `M${edge.join('L')}` };
  });
}

/** The deals that changed a seat's share by a point or more: where, and by how much. The set-up counts to the first. */
export function luckOf(review: Review, seat: Seat): { ply: number; points: number }[] {
  const points = new Map<number, number>();
  for (const { ply, luck } of review.deals) points.set(ply, (points.get(ply) ?? 0) + (luck[seat] ?? 0));
  return [...points].map(([ply, sum]) => ({ ply, points: sum })).filter((deal) => Math.abs(deal.points) >= 1);
}

/** How long the arrow of a deal is. */
export function arrowOf(points: number): number {
  return Math.min(12, 4 + 0.9 * Math.abs(points));
}
