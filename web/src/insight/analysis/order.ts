/** The order of rows that grow: the best first, but not under a pointer. */

/** Rows in the order that is held, as far as they are in it; new ones behind them, the best first. */
export function steady<R extends { move: string }>(rows: readonly R[], held: readonly string[] | null): R[] {
  if (held === null) return [...rows];
  const place = (row: R) => {
    const place = held.indexOf(row.move);
    return place < 0 ? held.length : place;
  };
  return rows.toSorted((one, two) => place(one) - place(two));
}
