/** Win shares as whole points that always add up to 100. */

/** The seats in their order round the table, beginning with one of them. */
export function seatsFrom<S extends string>(seats: readonly S[], first: string | null): S[] {
  const at = seats.findIndex((seat) => seat === first);
  return at > 0 ? [...seats.slice(at), ...seats.slice(0, at)] : [...seats];
}

/** Shares from 0 to 1 as whole numbers whose sum is 100: what rounding leaves goes to those who lost most by it. */
export function inPoints(shares: Readonly<Record<string, number>>): Record<string, number> {
  const parts = Object.entries(shares).map(([seat, share]) => ({
    seat,
    points: Math.floor(100 * share),
    rest: (100 * share) % 1,
  }));
  let left = 100 - parts.reduce((sum, { points }) => sum + points, 0);
  for (const part of parts.toSorted((one, two) => two.rest - one.rest)) {
    if (left <= 0) break;
    part.points += 1;
    left -= 1;
  }
  return Object.fromEntries(parts.map(({ seat, points }) => [seat, points]));
}

/** Points as a whole number with its sign. */
export function signed(points: number): string {
  const whole = Math.round(points);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : '0';
}
