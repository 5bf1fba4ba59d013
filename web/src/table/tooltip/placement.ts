/** Where a box may stand beside its target so that it covers as little as possible of what may be clicked. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Direction = 'right' | 'left' | 'below' | 'above';

export interface Placed extends Box {
  direction: Direction;
  /** Where the little arrow stands along the edge that faces the target. */
  arrow: number;
}

const GAP = 12;
const MARGIN = 6;

const ANY: readonly Direction[] = ['right', 'left', 'below', 'above'];

/** The best of the sides of `target` for a box of a size, inside `room`; the first of `order` where all are alike. */
export function beside(
  target: Box,
  width: number,
  height: number,
  room: Box,
  avoid: readonly Box[],
  order: readonly Direction[] = ANY,
): Placed {
  const middleX = target.left + target.width / 2;
  const middleY = target.top + target.height / 2;
  const corners: Record<Direction, [number, number]> = {
    right: [target.left + target.width + GAP, middleY - height / 2],
    left: [target.left - GAP - width, middleY - height / 2],
    below: [middleX - width / 2, target.top + target.height + GAP],
    above: [middleX - width / 2, target.top - GAP - height],
  };
  let best: Placed | null = null;
  let least = Infinity;
  for (const direction of order) {
    const [left, top] = corners[direction];
    const placed = {
      left: clamp(left, room.left + MARGIN, room.left + room.width - width - MARGIN),
      top: clamp(top, room.top + MARGIN, room.top + room.height - height - MARGIN),
      width,
      height,
    };
    const covered = avoid.reduce((sum, box) => sum + shared(placed, box), 0) + 20 * shared(placed, target);
    if (covered < least) {
      least = covered;
      const across = direction === 'right' || direction === 'left';
      const arrow = across ? middleY - placed.top : middleX - placed.left;
      best = { ...placed, direction, arrow: clamp(arrow, 16, (across ? height : width) - 16) };
    }
  }
  return best!;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** The area two boxes share. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}
