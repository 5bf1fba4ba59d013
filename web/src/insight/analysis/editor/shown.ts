/** What is laid out by hand, in the view of the last position that can be: so that it is seen before it is sound. */
import { GOODS, ROWS, TEMPLES, type View } from '../../../api/types';
import { alongTrack } from './markers';
import type { Edited } from './sections';

export function shown(view: View, edited: Edited): View {
  const plants = view.cities.filter(({ plant }) => plant);
  return {
    ...view,
    round: edited.round,
    first_player: edited.first,
    turn: edited.turn,
    caravan: edited.caravan as View['caravan'],
    seats: view.seats.map((seat) => {
      const { track: _, arrival: __, ...having } = edited.having[seat.seat]!;
      const held = GOODS.reduce((sum, good) => sum + having.goods[good], 0);
      const first_player = edited.first === seat.seat;
      return {
        ...seat,
        ...having,
        goods_held: held,
        first_player,
        passed: edited.passed.includes(seat.seat),
      };
    }),
    cities: view.cities.map((city) => {
      const laid = edited.plants[plants.indexOf(city)];
      if (!city.plant || !laid || laid.face === city.plant.face) return city;
      const { under, ...upper } = city.plant;
      const { face, quality, extra } = upper;
      return { ...city, plant: { ...upper, ...under, under: { face, quality, extra } } };
    }),
    crafts: view.crafts.map((group, i) => ({ ...group, face_up: edited.crafts[i] ?? [] })),
    fields: over(ROWS, (row) =>
      view.fields[row].map((space, i) => ({
        ...space,
        cube: (edited.rows[row][i] ?? null) as typeof space.cube,
      })),
    ),
    temples: over(TEMPLES, (temple) => view.temples[temple].map((_, i) => edited.temples[temple][i] ?? null)),
    garden: {
      ...view.garden,
      squares: changed(view.garden.squares, (square, name) => ({
        ...square,
        tile: edited.tiles[name]?.tile ?? null,
        planted_by: edited.tiles[name]?.owner ?? null,
      })),
      sides: changed(view.garden.sides, (side, name) => ({ ...side, cubes: edited.canals[name] ?? [] })),
    },
    ...(edited.palace && {
      palace: {
        noble: edited.palace.nobleUsed ? 'used' : 'free',
        track: over(edited.seats, (seat) => edited.having[seat]!.track),
        order: alongTrack(edited),
        bonuses: edited.palace.bonuses,
      },
    }),
  };
}

function over<K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>;
}

function changed<V>(all: Record<string, V>, change: (one: V, name: string) => V): Record<string, V> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one, name)]));
}
