/** The text of a position as parts that can be changed one by one, and back; whether it can be, the server says. */
import {
  CRAFTS,
  GOODS,
  ROWS,
  TEMPLES,
  goodOf,
  type Craft,
  type Cube,
  type Good,
  type Row,
  type Seat,
  type Temple,
} from '../../../api/types';

export type Goods = Record<Good, number>;

/** What a player has. */
export interface Having {
  prestige: number;
  talents: number;
  camels: number;
  goods: Goods;
  banker: number;
  caravaneer: number;
  palace: number;
  gardeners: number;
  /** The place on the Palace track as it is written, where there is one. */
  track: string;
}
export type Count = Exclude<keyof Having, 'goods' | 'track'>;

export interface Edited {
  seats: Seat[];
  round: number;
  first: Seat;
  turn: Seat;
  passed: Seat[];
  /** Whether somebody is to act, or the Craft cards are to be dealt. */
  asked: 'turn' | 'deal';
  caravan: string;
  plants: { card: string; face: string }[];
  lying: Goods;
  crafts: Craft[][];
  rows: Record<Row, Cube[]>;
  temples: Record<Temple, Cube[]>;
  tiles: Record<string, { tile: string; owner: Seat | null }>;
  canals: Record<string, Cube[]>;
  having: Record<string, Having>;
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

/** The parts of a text that the server has written. What was under way in a turn is left out: somebody is to act. */
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
    asked: value('todo').split(',')[0] === 'deal' ? 'deal' : 'turn',
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
    ...record(edited.seats, (seat) => havingText(edited.having[seat]!)),
    picks: NONE,
    todo: edited.asked,
  };
  return edited.written
    .filter(([key]) => key !== 'planting')
    .map(([key, value], i) => (i === 0 ? key : `${key}=${values[key] ?? value}`))
    .join('_');
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
    ...{ banker: 0, caravaneer: 0, palace: 0, gardeners: 0, track: '' },
  };
  for (const part of [talents, camels, ...rest]) {
    const count = COUNTS[part[0] ?? ''];
    if (count) having[count] = Number(part.slice(1));
    else having.track = part;
  }
  return having;
}

function havingText(one: Having): string {
  const counts = [`t${one.talents}`, `c${one.camels}`, goodsText(one.goods)];
  const court = [`B${one.banker}`, `C${one.caravaneer}`, `P${one.palace}`, `G${one.gardeners}`];
  return [one.prestige, ...counts, ...court, ...(one.track ? [one.track] : [])].join(',');
}
