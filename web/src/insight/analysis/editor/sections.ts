/** The text of a position as parts that can be changed one by one, and back; whether it can be, the server says. */
import {
  BONUSES,
  CRAFTS,
  GOODS,
  ROWS,
  TEMPLES,
  goodOf,
  type Bonus,
  type Craft,
  type Cube,
  type Good,
  type Row,
  type Seat,
  type Temple,
} from '../../../api/types';

type Goods = Record<Good, number>;

/** What a player has. */
interface Having {
  prestige: number;
  talents: number;
  camels: number;
  goods: Goods;
  banker: number;
  caravaneer: number;
  palace: number;
  gardeners: number;
  /** The space on the Palace track, and how many markers came there before; nothing without the expansion. */
  track: number;
  arrival: number;
}
export type Count = Exclude<keyof Having, 'goods' | 'track' | 'arrival'>;

/** What lies on the board of the Palace. */
export interface PalaceParts {
  nobleUsed: boolean;
  bonuses: Record<Bonus, Seat | null>;
  /** Who is still to take a bonus, the next one first. */
  picks: Seat[];
}

export interface Edited {
  seats: Seat[];
  round: number;
  first: Seat;
  turn: Seat;
  passed: Seat[];
  /** The tasks that wait, the one that asks last; and the square that was planted just now, if that matters to them. */
  todo: string;
  planting: string;
  caravan: string;
  plants: { card: string; face: string }[];
  lying: Goods;
  crafts: Craft[][];
  rows: Record<Row, Cube[]>;
  temples: Record<Temple, Cube[]>;
  tiles: Record<string, { tile: string; owner: Seat | null }>;
  canals: Record<string, Cube[]>;
  having: Record<string, Having>;
  /** Null without the expansion. */
  palace: PalaceParts | null;
  /** The sections as they are written, in their order. */
  written: readonly (readonly [key: string, value: string])[];
}

const NONE = '-';
const CRAFT_LETTERS: Record<Craft, string> = {
  ...{ peasant: 'F', priest: 'T', engineer: 'E', merchant: 'M', courtier: 'C' },
};
const SQUARES = ['1', '2', '3', '4'].flatMap((rank) => ['a', 'b', 'c', 'd'].map((file) => file + rank));
const COUNTS: Record<string, Count> = {
  ...{ t: 'talents', c: 'camels', B: 'banker', C: 'caravaneer', P: 'palace', G: 'gardeners' },
};

/** The parts of a text that the server has written. */
export function partsOf(text: string): Edited {
  const written = text.split('_').map((part): [string, string] => {
    const at = part.indexOf('=');
    return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
  });
  const values = Object.fromEntries(written);
  const value = (key: string) => values[key] ?? NONE;
  const seats = [...value('players')] as Seat[];
  return {
    seats,
    round: Number(value('round')),
    first: value('first') as Seat,
    turn: value('turn') as Seat,
    passed: letters(value('passed')) as Seat[],
    todo: value('todo'),
    planting: values['planting'] ?? '',
    caravan: value('caravan'),
    plants: entries(value('plants')).map((plant) => {
      const [card = '', face = ''] = plant.split(':');
      return { card, face };
    }),
    lying: goodsOf(value('lying')),
    crafts: value('crafts')
      .split(',')
      .map((group) =>
        letters(group).flatMap((letter) => CRAFTS.filter((one) => CRAFT_LETTERS[one] === letter)),
      ),
    rows: record(ROWS, (row) => letters(value(row)) as Cube[]),
    temples: record(TEMPLES, (temple) => letters(value(temple)) as Cube[]),
    tiles: Object.fromEntries(value('tiles').split(',').flatMap(tileOf)),
    canals: Object.fromEntries(
      entries(value('canals')).map((canal) => {
        const [side = '', cubes = ''] = canal.split(':');
        return [side, [...cubes] as Cube[]];
      }),
    ),
    having: record(seats, (seat) => havingOf(value(seat))),
    palace: 'noble' in values ? palaceOf(value('noble'), value('bonus'), value('picks')) : null,
    written,
  };
}

/** The text of the parts; `sides` are all sides of the garden, in the order of the notation. */
export function textOf(edited: Edited, sides: readonly string[]): string {
  const values: Record<string, string> = {
    round: String(edited.round),
    first: edited.first,
    turn: edited.turn,
    passed: edited.seats.filter((seat) => edited.passed.includes(seat)).join('') || NONE,
    caravan: edited.caravan,
    plants: edited.plants.map(({ card, face }) => `${card}:${face}`).join(','),
    lying: goodsText(edited.lying),
    crafts: edited.crafts.map((group) => craftsText(group)).join(','),
    ...record(ROWS, (row) => edited.rows[row].join('') || NONE),
    ...record(TEMPLES, (temple) => edited.temples[temple].join('') || NONE),
    tiles: SQUARES.map((square) => tileText(edited.tiles[square])).join(','),
    canals: canalsText(edited, sides),
    ...record(edited.seats, (seat) => havingText(edited.having[seat]!, edited.palace !== null)),
    ...palaceText(edited),
    planting: edited.planting,
    todo: edited.todo,
  };
  const [head, ...sections] = edited.written.map(([key]) => key).filter((key) => key !== 'planting');
  if (isPlanting(edited.todo) && edited.planting) sections.splice(sections.indexOf('todo'), 0, 'planting');
  const written = Object.fromEntries(edited.written);
  return [head, ...sections.map((key) => `${key}=${values[key] ?? written[key]}`)].join('_');
}

/** Whether the tasks that wait belong to a square that was planted just now. */
export function isPlanting(todo: string): boolean {
  return todo.split(',').includes('flip');
}

function letters(value: string): string[] {
  return value === NONE ? [] : [...value];
}

function entries(value: string): string[] {
  return value === NONE ? [] : value.split(',');
}

function record<K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>;
}

function goodsOf(value: string): Goods {
  const held = letters(value).map(goodOf);
  return record(GOODS, (good) => held.filter((one) => one === good).length);
}

function goodsText(goods: Goods): string {
  return GOODS.map((good) => good[0]!.repeat(goods[good])).join('') || NONE;
}

function craftsText(group: readonly Craft[]): string {
  return (
    CRAFTS.flatMap((craft) => group.filter((one) => one === craft))
      .map((craft) => CRAFT_LETTERS[craft])
      .join('') || NONE
  );
}

function tileOf(entry: string, i: number): [string, { tile: string; owner: Seat | null }][] {
  if (entry === NONE) return [];
  const at = entry.indexOf('@');
  const owner = at < 0 ? null : (entry.slice(0, at) as Seat);
  return [[SQUARES[i]!, { tile: entry.slice(at + 1), owner }]];
}

function tileText(square: { tile: string; owner: Seat | null } | undefined): string {
  if (!square) return NONE;
  return square.owner ? `${square.owner}@${square.tile}` : square.tile;
}

function canalsText(edited: Edited, sides: readonly string[]): string {
  const order: Cube[] = [...edited.seats, 'N'];
  const dug = sides.filter((side) => edited.canals[side]?.length);
  const sorted = (side: string) =>
    [...edited.canals[side]!].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join('');
  return dug.map((side) => `${side}:${sorted(side)}`).join(',') || NONE;
}

function havingOf(value: string): Having {
  const [prestige = '0', talents = '', camels = '', goods = NONE, ...rest] = value.split(',');
  const having: Having = {
    ...{ prestige: Number(prestige), talents: 0, camels: 0, goods: goodsOf(goods) },
    ...{ banker: 0, caravaneer: 0, palace: 0, gardeners: 0, track: 0, arrival: 0 },
  };
  for (const part of [talents, camels, ...rest]) {
    const count = COUNTS[part[0] ?? ''];
    if (count) having[count] = Number(part.slice(1));
    else [having.track, having.arrival] = part.slice(1).split('.').map(Number) as [number, number];
  }
  return having;
}

function havingText(one: Having, palace: boolean): string {
  const counts = [`t${one.talents}`, `c${one.camels}`, goodsText(one.goods)];
  const court = [`B${one.banker}`, `C${one.caravaneer}`, `P${one.palace}`, `G${one.gardeners}`];
  return [one.prestige, ...counts, ...court, ...(palace ? [`T${one.track}.${one.arrival}`] : [])].join(',');
}

function palaceOf(noble: string, holders: string, picks: string): PalaceParts {
  const held = (i: number) => (holders[i] === NONE ? null : ((holders[i] ?? null) as Seat | null));
  const bonuses = Object.fromEntries(BONUSES.map((bonus, i) => [bonus, held(i)])) as PalaceParts['bonuses'];
  return { nobleUsed: noble === 'used', bonuses, picks: letters(picks) as Seat[] };
}

function palaceText({ palace }: Edited): Record<string, string> {
  if (!palace) return {};
  return {
    noble: palace.nobleUsed ? 'used' : 'free',
    bonus: BONUSES.map((bonus) => palace.bonuses[bonus] ?? NONE).join(''),
    picks: palace.picks.join('') || NONE,
  };
}
