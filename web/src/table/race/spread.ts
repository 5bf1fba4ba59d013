/** Where to put pieces whose true places may be too close together: near them, in their order, apart by a distance. */
export function spread(places: readonly number[], apart: number, [from, to]: [number, number]): number[] {
  // Groups of neighbours that touch stand centred on the mean of their true places; touching groups join.
  const groups: { mean: number; count: number }[] = [];
  for (const place of places) {
    let group = { mean: place, count: 1 };
    for (let before = groups.at(-1); before && touching(before, group); before = groups.at(-1)) {
      groups.pop();
      const count = before.count + group.count;
      group = { mean: (before.mean * before.count + group.mean * group.count) / count, count };
    }
    groups.push(group);
  }
  return groups.flatMap(({ mean, count }) => {
    const span = (count - 1) * apart;
    const start = Math.max(from, Math.min(to - span, mean - span / 2));
    return Array.from({ length: count }, (_, i) => start + i * apart);
  });

  function touching(a: { mean: number; count: number }, b: { mean: number; count: number }): boolean {
    return b.mean - a.mean < ((a.count + b.count) / 2) * apart;
  }
}
