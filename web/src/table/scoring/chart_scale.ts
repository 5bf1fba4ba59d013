/** The scales of the prestige charts: points in time from left to right, prestige from below. */

interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Scale {
  x(point: number): number;
  y(prestige: number): number;
  /** Prestige at which a line is drawn across. */
  ticks: number[];
}

/** A scale that fits `points` moments and prestige up to `most` into a frame; `tight` leaves nothing above it. */
export function scaleOf(frame: Frame, points: number, most: number, tight = false): Scale {
  const step = [5, 10, 20, 25, 50, 100].find((one) => most / one <= 5) ?? 200;
  const top = tight ? most : Math.max(step, Math.ceil(most / step) * step);
  return {
    x: (point) => frame.left + (point / Math.max(1, points - 1)) * (frame.right - frame.left),
    y: (prestige) => frame.bottom - (prestige / top) * (frame.bottom - frame.top),
    ticks: Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step),
  };
}

/** A line through values. */
export function lineThrough(values: readonly number[], { x, y }: Scale): string {
  return values.map((value, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('');
}

/** The area between two lines of values. */
export function areaBetween(lower: readonly number[], upper: readonly number[], scale: Scale): string {
  const back = lower
    .map((value, i) => `L${scale.x(i).toFixed(1)} ${scale.y(value).toFixed(1)}`)
    .reverse()
    .join('');
  return `${lineThrough(upper, scale)}${back}Z`;
}
