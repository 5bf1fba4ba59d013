/** The facts of the box as tables to read: what there is, how many, and how sure we are. */
import type { Box, CourtType, Good, Sure } from '../api/types';
import { listed, t, tMade } from '../strings/index.svelte';

/** A picture and the words beside it; either may be empty. */
interface Bit {
  icon: string;
  text: string;
}

export interface FactRow {
  cells: Bit[][];
  /** How sure each part is; the part is empty where it is the whole. */
  sure: { part: string; mark: Sure }[];
  source: string;
}

export interface FactTable {
  name: string;
  title: string;
  /** What stands over the columns, and the same where there is little room. */
  heads: { text: string; short: string }[];
  rows: FactRow[];
}

const PLAYERS = [2, 3, 4] as const;
const PARTS = [
  'city',
  'colours',
  'count',
  'each',
  'fewer',
  'floors',
  'four',
  'good',
  'name',
  'place',
  'prestige',
  'price',
  'quality',
  'rest',
  'squares',
  'steps',
  'talents',
  'top',
  'total',
  'value',
  'values',
] as const;

/** What a part of an entry is called; an owner's box may name parts that we have no word for. */
export function partName(part: string): string {
  const known = PARTS.find((one) => one === part);
  return known ? t(`box.part.${known}`) : part;
}

export function factTables(box: Box): FactTable[] {
  return [
    table('pieces', ['what', 'count'], pieces(box)),
    table('cities', ['place', 'city', 'asks', 'gives'], cities(box)),
    table('plants', ['card', 'front', 'back', 'lies'], plants(box)),
    table('crafts', ['card', ...PLAYERS], crafts(box)),
    table('court', ['card', 'worth', ...PLAYERS], court(box)),
    table('garden', ['what', 'fact'], garden(box)),
    table('tiles', ['quality', 'prestige', 'bonus'], tiles(box)),
    table('boards', ['what', 'fact'], boards(box)),
    table('scoring', ['what', ...PLAYERS], scoring(box)),
    table('palace', ['what', 'fact'], palace(box)),
  ];
}

function table(name: string, heads: readonly (string | number)[], rows: FactRow[]): FactTable {
  return {
    name,
    title: tMade(`box.title.${name}`),
    heads: heads.map((head) => {
      if (typeof head === 'number')
        return { text: t('box.head.players', { n: head }), short: t('box.head.players.short', { n: head }) };
      const text = tMade(`box.head.${head}`);
      return { text, short: text };
    }),
    rows,
  };
}

function row(
  { mark, source }: Pick<Box['goods'], 'mark' | 'source'>,
  ...cells: (Bit | Bit[] | string | number)[]
): FactRow {
  const sure =
    typeof mark === 'string'
      ? [{ part: '', mark }]
      : Object.entries(mark).map(([part, its]) => ({ part, mark: its }));
  return { cells: cells.map(cell), sure, source };
}

function cell(from: Bit | Bit[] | string | number): Bit[] {
  if (Array.isArray(from)) return from;
  return [typeof from === 'object' ? from : { icon: '', text: String(from) }];
}

function bit(icon: string, text: string | number): Bit {
  return { icon, text: String(text) };
}

function good(name: Good): Bit {
  return bit(name, t(`good.${name}`));
}

function pieces({ goods, camels, talents, cubes, cards }: Box): FactRow[] {
  return [
    row(goods, bit('good', t('box.goods')), t('box.goods.count', { each: goods.each, total: goods.total })),
    row(talents, bit('talent', t('box.talents')), talents.count),
    row(camels, bit('camel', t('box.camels')), camels.count),
    row(camels, bit('camel', t('box.caravan')), camels.caravans),
    row(cubes, bit('cube-W', t('box.cubes')), t('box.cubes.count', { each: cubes.each, total: cubes.total })),
    row(cards, bit('peasant', t('box.cards.craft')), cards.craft),
    row(cards, bit('court', t('box.cards.court')), cards.court),
    row(cards, bit('plant', t('box.cards.plant')), cards.plant),
  ];
}

function cities(box: Box): FactRow[] {
  return box.cities.map((city, i) => {
    const name = city.also ? t('box.city.also', { name: city.name, also: city.also }) : city.name;
    const asks = city.good
      ? [good(city.good), ...(city.kind === 'plant' ? [bit('', t('box.city.extra'))] : [])]
      : [bit('good', t('box.city.sale'))];
    return row(city, i + 1, bit('', name), asks, gives(city, box));
  });
}

function gives({ kind, offers }: Box['cities'][number], { market }: Box): Bit[] {
  if (kind === 'court')
    return offers.map((type, i) => bit(type, i ? t('box.city.or', { card: card(type) }) : card(type)));
  if (kind === 'plant') return [bit('plant', t('box.city.plant'))];
  const [one = 0, two = 0] = market.prestige;
  return [bit('rosette', t('box.city.prices', { one, two })), bit('wave', t('box.city.canal'))];
}

function card(type: CourtType): string {
  return t(`court.${type}`);
}

function plants(box: Box): FactRow[] {
  return box.plants.map((plant) => {
    const faces = plant.faces.map((face) => [
      bit('plant', t('box.quality', { n: face.quality })),
      ...(face.good ? [bit(face.good, t('box.plant.extra', { good: t(`good.${face.good}`) }))] : []),
    ]);
    return row(plant, plant.card, faces[0] ?? [], faces[1] ?? [], plant.city ?? t('box.plant.drawn'));
  });
}

function crafts(box: Box): FactRow[] {
  return box.crafts.map((one) => {
    const name = t(`craft.${one.craft}`);
    const words = one.craft === 'courtier' ? t('box.expansion', { name }) : name;
    return row(one, bit(ICONS[one.craft] ?? one.craft, words), ...one.cards);
  });
}

/** Where a picture has another name than its thing. */
const ICONS: Partial<Record<string, string>> = { merchant: 'camel', courtier: 'court' };

function court(box: Box): FactRow[] {
  return box.court.map((one) => {
    const name =
      one.type === 'gardener' ? card(one.type) : t('box.card', { name: card(one.type), level: one.level });
    const worth: Bit[] = [];
    if (one.talents) worth.push(bit('talent', t('box.worth.income', { n: one.talents })));
    if (one.prestige && one.type === 'banker')
      worth.push(bit('rosette', t('box.worth.everyRound', { n: one.prestige })));
    else if (one.prestige) worth.push(bit('rosette', t('box.worth.atOnce', { n: one.prestige })));
    if (one.type === 'caravaneer') {
      worth.push(bit('camel', t('box.worth.spaces', { n: one.spaces })));
      worth.push(bit('good', t('box.worth.keep', { n: one.keep })));
    }
    if (one.goods) worth.push(bit('good', t('box.worth.lying')));
    if (one.quality) worth.push(bit('plant', t('box.worth.quality', { n: one.quality })));
    return row(one, bit(one.type, name), worth, ...one.cards);
  });
}

function garden({ garden: { floors, river, starred, sides, tiles: all } }: Box): FactRow[] {
  return [
    row(floors, t('box.floors'), listed(floors.squares.map(String))),
    row(river, bit('wave', t('box.river')), t('box.river.fact')),
    row(
      sides,
      t('box.sides'),
      t('box.sides.fact', { sides: sides.sides, areas: sides.areas, floor: sides.double_from_floor }),
    ),
    row(starred, bit('star', t('box.starred')), listed(starred.squares)),
    row(
      all,
      bit('tile', t('box.tiles')),
      t('box.tiles.fact', { n: all.total, values: listed(all.values.map(String)) }),
    ),
  ];
}

function tiles(box: Box): FactRow[] {
  return box.tiles.map((tile) => {
    const bonus: Bit[] = [];
    if (tile.camels) bonus.push(bit('camel', t('count.camels', { n: tile.camels })));
    if (tile.talents) bonus.push(bit('talent', t('count.talents', { n: tile.talents })));
    if (typeof tile.goods === 'string') bonus.push(good(tile.goods));
    else if (tile.goods) bonus.push(bit('good', t('good.any')));
    if (tile.gardeners) bonus.push(bit('gardener', card('gardener')));
    if (tile.palaces) bonus.push(bit('palace', card('palace')));
    if (tile.courts) bonus.push(bit('court', t('court.any')));
    if (bonus.length === 0) bonus.push(bit('', '–'));
    return row(tile, tile.quality, bit('rosette', tile.prestige), bonus);
  });
}

function boards(box: Box): FactRow[] {
  const { temples, engineer, marduk, market, start } = box;
  const [first = 0, second = 0] = marduk.prestige;
  const [one = 0, two = 0] = market.prestige;
  const sells = box.cities.find((city) => city.kind === 'market')?.name ?? '';
  return [
    ...box.fields.map((field) => row(field, t(`row.${field.row}`), field.goods.map(good))),
    row(temples, t('box.temples'), t('box.temples.fact', { n: temples.spaces })),
    row(marduk, t('temple.marduk'), bit('rosette', t('box.marduk.fact', { first, second }))),
    row(
      engineer,
      bit('engineer', t('craft.engineer')),
      bit('rosette', t('count.prestige', { n: engineer.prestige })),
    ),
    row(market, t('box.market', { city: sells }), bit('rosette', t('box.city.prices', { one, two }))),
    row(start, t('box.start'), [
      bit('talent', t('count.talents', { n: start.talents })),
      bit('camel', t('count.camels', { n: start.camels })),
    ]),
  ];
}

function scoring({ favour, end }: Box): FactRow[] {
  const [low = 0, high = 0] = favour.prestige;
  return [
    row(favour, bit('tile', t('box.favour', { n: low })), ...favour.low.map((n) => t('box.orMore', { n }))),
    row(favour, bit('tile', t('box.favour', { n: high })), ...favour.high.map((n) => t('box.orMore', { n }))),
    row(end, bit('tile-last', t('box.end')), ...end.tiles),
  ];
}

function palace({ palace: { track, courtier, noble, minor } }: Box): FactRow[] {
  const steps = (n: number): Bit => bit('', t('box.steps', { n }));
  return [
    row(track, t('box.track'), t('box.track.fact')),
    row(courtier, t('craft.courtier'), steps(courtier.steps)),
    row(noble, t('box.noble'), [
      bit('talent', t('box.noble.price', { n: noble.talents })),
      steps(noble.steps),
    ]),
    row(minor, t('box.minor'), [steps(minor.steps), bit('talent', t('count.talents', { n: minor.talents }))]),
  ];
}
