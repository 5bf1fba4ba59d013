/** Tooltips: what a place is, what choosing it would do, or why it cannot be chosen now. */
import type {
  Bonus,
  CourtType,
  GameEvent,
  GardenChange,
  Good,
  Option,
  Reason,
  Seat,
  View,
} from '../../api/types';
import { GOODS, isBonus, isCourtType, isGood, isRow, isTemple } from '../../api/types';
import { boxNumbers, courtCard } from '../../facts.svelte';
import { listed, t, tMade, word } from '../../strings/index.svelte';
import type { Place } from '../board/board.svelte';
import { gainsOf, type Line } from '../answers/gains';
import { readTile } from '../players/tiles';
import { whyNot } from './why_not';

export interface TipRow {
  label: string;
  lines: Line[];
}

export interface Tip {
  title: string;
  /** Beside the title: what it costs, or "not now". */
  aside: string;
  refused: boolean;
  rows: TipRow[];
  footer: string;
  clause: string;
}

export interface TipContext {
  view: View;
  /** The seat whose eyes we look through. */
  me: Seat | null;
  /** Whether it decides now. */
  deciding: boolean;
  options: Option[];
  reason: Reason | null;
  name(seat: string): string;
}

/** What is worth naming of a planting that is only thought of. */
const PLANTING_BRINGS: readonly string[] = ['prestige', 'talents', 'camels', 'good', 'court card'];

const CRAFT_CLAUSES: Record<string, string> = {
  peasant: '6.2',
  priest: '6.4',
  engineer: '6.5',
  merchant: '6.6',
  courtier: '13.2',
};

/** The tooltip of a place; null where there is nothing to say. */
export function tipOf(place: Place, context: TipContext): Tip | null {
  const [kind = '', rest = ''] = split(place, ':');
  const describe = DESCRIBE[kind];
  if (!describe) return null;
  const tip = describe(rest, context);
  if (!tip) return null;
  const { reason } = context;
  if (reason && !reason.legal) {
    tip.refused = true;
    tip.aside = t('tip.notNow');
    tip.clause = reason.clause ?? tip.clause;
    tip.rows = [
      { label: t('tip.why'), lines: [{ icons: [], text: whyNot(reason, context.name) }] },
      ...tip.rows,
    ];
  }
  return tip;
}

/** What a tooltip says below its title, as one sentence for those who listen. */
export function spokenTip(tip: Tip): string {
  const rows = tip.rows.map((row) => `${row.label} ${row.lines.map((line) => line.text).join('; ')}`.trim());
  const parts = [tip.aside, ...rows, tip.footer];
  return parts
    .filter(Boolean)
    .map((part) => part.replace(/\.$/, ''))
    .join('. ');
}

type Describe = (rest: string, context: TipContext) => Tip | null;

const DESCRIBE: Record<string, Describe> = {
  city: cityTip,
  craft: craftTip,
  pass: () => plain(t('tip.pass'), [t('tip.pass.does')], '5.3'),
  noble: (_, context) => ({
    ...plain(t('tip.noble'), [], '13.3'),
    rows: effects(context, [t('tip.noble.does', boxNumbers())]),
  }),
  row: rowTip,
  temple: templeTip,
  side: sideTip,
  square: squareTip,
  court: courtTip,
  good: goodTip,
  talents: (seat, { view }) => purse('talents', seat, view, '6.1'),
  camels: (seat, { view }) => purse('camels', seat, view, '7.2'),
  prestige: (seat, { view }) => purse('prestige', seat, view, '11.4'),
  cubes: (seat, { view }) => purse('cubes', seat, view, '6.7'),
  held: heldTip,
  bonus: (bonus, context) => (isBonus(bonus) ? bonusTip(bonus, context) : null),
  track: (seat, { view, name }) => {
    const space = view.palace?.track[seat] ?? 0;
    return plain(
      name(seat),
      [space ? t('tip.track', { n: space }) : t('tip.track.none'), t('tip.track.use')],
      '13.1',
    );
  },
  panel: (seat, { view, name }) => {
    const found = view.seats.find((one) => one.seat === seat);
    return found
      ? plain(t('tip.panel', { name: name(seat) }), [t('tip.panel.facts', { ...counts(found) })], '')
      : null;
  },
};

function cityTip(name: string, context: TipContext): Tip | null {
  const { view, me, options } = context;
  const city = view.cities.find((one) => one.city === name);
  if (!city) return null;
  const clause = { market: '7.4', court: '7.5', plant: '7.6' }[city.kind];
  const tip: Tip = { title: name, aside: '', refused: false, rows: [], footer: '', clause };
  if (city.spaces === 0) tip.aside = t('tip.caravanHere');
  else if (city.camels === null) tip.aside = t('tip.spacesAway', { spaces: city.spaces });
  else tip.aside = t('tip.journey', { spaces: city.spaces, camels: city.camels });

  const option = options[0];
  const asked = [city.asks, city.plant?.extra].filter((good): good is Good => Boolean(good));
  if (asked.length) {
    const goods = listed(asked.map((good) => t(`good.${good}`)));
    const text = asked.includes('wine') ? goods : t('tip.orWine', { goods });
    tip.rows.push({ label: t('tip.pay'), lines: [{ icons: asked, text }] });
  }
  const lines = option ? outcomeLines(option, context) : [];
  if (lines.length === 0) lines.push(...offerLines(city, context));
  tip.rows.push({ label: t('tip.take'), lines });
  if (city.plant) tip.rows.push({ label: t('tip.under'), lines: [underLine(city.plant.under)] });
  if (option && city.camels !== null && me) {
    const camels = view.seats.find((one) => one.seat === me)?.camels ?? 0;
    tip.footer = t('tip.leavesCamels', { n: camels - city.camels });
  }
  return tip;
}

/** The other side of a plant card, which will lie up after the next planting from it. */
function underLine({ quality, extra }: NonNullable<View['cities'][number]['plant']>['under']): Line {
  const text = extra
    ? t('tip.underGood', { quality, good: t(`good.${extra}`) })
    : t('tip.underPlain', { quality });
  return { icons: extra ? [extra] : ['plant'], text };
}

/** What a journey there could bring now, as the server worked it out. */
function outcomeLines(option: Option, context: TipContext): Line[] {
  const lines: Line[] = [];
  for (const { token, events } of option.outcomes) {
    if (token.startsWith('plant:')) lines.push(squareLine(token.slice('plant:'.length), events, context));
    else if (isCourtType(token)) lines.push({ icons: [token], text: cardText(token, context, events) });
  }
  return lines;
}

/** A square that could be planted: what it would bring to whom. */
function squareLine(square: string, events: GameEvent[], { me, name }: TipContext): Line {
  const brings = events.filter(({ what, amount }) => PLANTING_BRINGS.includes(what) && amount > 0);
  const gains = gainsOf(brings, me, name).map(({ text }) => text);
  return { icons: ['plant'], text: t('tip.squareBrings', { square, gains: gains.join(' · ') }) };
}

function cardText(type: CourtType, { view, me }: TipContext, events: GameEvent[]): string {
  const card = events.find((event) => event.what === 'court card' && event.amount > 0);
  const level =
    card?.amount ?? (type === 'gardener' ? 1 : (view.seats.find((one) => one.seat === me)?.[type] ?? 0) + 1);
  return `${cardName(type, level)}: ${cardEffect(type, level)}`;
}

function offerLines(city: View['cities'][number], { view, me }: TipContext): Line[] {
  if (city.kind === 'market')
    return [
      {
        icons: ['rosette'],
        text: t('tip.sellOne', { one: city.prices?.[0] ?? 0, two: city.prices?.[1] ?? 0 }),
      },
      { icons: ['wave'], text: t('tip.freeCanal') },
    ];
  if (city.plant) return [{ icons: ['plant'], text: t('tip.plantHere', { quality: city.plant.quality }) }];
  return city.offers.map((type) => {
    const level = type === 'gardener' ? 1 : (view.seats.find((one) => one.seat === me)?.[type] ?? 0) + 1;
    return { icons: [type], text: `${cardName(type, level)}: ${cardEffect(type, level)}` };
  });
}

function craftTip(rest: string, context: TipContext): Tip | null {
  const [group = '', craft = ''] = split(rest, '/');
  const price = context.view.crafts.find((one) => String(one.group) === group)?.price;
  const aside = price === null || price === undefined ? '' : t('tip.price', { n: price });
  return {
    title: word('craft', craft),
    aside,
    refused: false,
    rows: effects(
      context,
      [tMade(`tip.craft.${craft}`, boxNumbers())],
      craft !== 'merchant' && craft !== 'courtier',
    ),
    footer: t('tip.craft.raises'),
    clause: CRAFT_CLAUSES[craft] ?? '6.1',
  };
}

function rowTip(row: string, context: TipContext): Tip {
  const spaces = isRow(row) ? context.view.fields[row] : [];
  const next = spaces.find((space) => space.cube === null);
  const lines: string[] = [];
  if (next) lines.push(t('tip.row.next', { good: t(`good.${next.good}`) }));
  const held = tally(spaces.map((space) => space.cube));
  if (held.size) lines.push(t('tip.row.counts', { counts: countsText(held, context) }));
  lines.push(t('tip.row.prize'));
  return { ...plain(word('row', row), [], '6.2'), rows: effects(context, lines) };
}

function templeTip(temple: string, context: TipContext): Tip {
  const cubes = isTemple(temple) ? context.view.temples[temple] : [];
  const prizes = `tip.temple.${temple}${context.view.players === 2 ? 'Two' : ''}`;
  const lines = [tMade(prizes, boxNumbers()), t('tip.temple.when')];
  if (context.options.length) {
    lines.unshift(t('tip.temple.enters'));
    const last = cubes.at(-1);
    if (last) lines.splice(1, 0, t('tip.temple.pushed', { name: seatName(last, context) }));
  }
  const clause = { ishtar: '10.3', marduk: '10.4', tammouz: '10.5' }[temple] ?? '10.2';
  return {
    ...plain(word('temple', temple), [], clause),
    rows: [{ label: '', lines: lines.map(bare) }],
  };
}

function sideTip(side: string, context: TipContext): Tip | null {
  const found = context.view.garden.sides[side];
  if (!found) return null;
  const lines = [t('tip.side.areas', { filled: found.cubes.length, areas: found.areas })];
  if (found.irrigated) lines.push(t('tip.side.filled'));
  else lines.push(found.open ? t('tip.side.open') : t('tip.side.dry'));
  // That a canal is dug need not be said of a canal.
  const options = context.options.map((option) => ({
    ...option,
    events: option.events.filter(({ what }) => what !== 'canal'),
  }));
  const tip = { ...plain(t('tip.side', { side }), [], '8.3'), rows: effects({ ...context, options }, lines) };
  const change = options[0]?.garden;
  if (change) tip.rows.push({ label: '', lines: changeLines(change, context) });
  return tip;
}

/** What a canal would change in the garden: water, the most cubes around a square, canals that open. */
function changeLines({ watered, opened, around }: GardenChange, context: TipContext): Line[] {
  const lines: Line[] = [];
  if (watered.length)
    lines.push({ icons: ['drop'], text: t('tip.side.waters', { squares: listed(watered) }) });
  for (const { square, before, after, leader } of around) {
    const counts = (held: Record<string, number>) => countsText(new Map(Object.entries(held)), context);
    const values = { square, after: counts(after), before: counts(before), any: Object.keys(before).length };
    const lead = leader ? t('tip.side.leads', { name: context.name(leader) }) : t('tip.side.tie');
    lines.push({
      icons: leader ? [`cube-${leader}`] : [],
      text: `${t('tip.side.around', values)} · ${lead}`,
    });
  }
  if (opened.length) lines.push({ icons: ['wave'], text: t('tip.side.opens', { n: opened.length }) });
  return lines;
}

function squareTip(square: string, context: TipContext): Tip | null {
  const found = context.view.garden.squares[square];
  if (!found) return null;
  const lines: Line[] = [];
  if (found.planted_by) lines.push(bare(t('tip.square.planted', { name: context.name(found.planted_by) })));
  else if (!found.tile) lines.push(bare(t('tip.square.unused')));
  else {
    lines.push(...tileLines(found.tile));
    lines.push(bare(t('tip.square.needs', { quality: found.quality_needed })));
    lines.push(bare(found.irrigated ? t('tip.square.irrigated') : t('tip.square.dry')));
    const held = new Map(Object.entries(found.cubes));
    if (held.size) lines.push(bare(t('tip.square.cubes', { counts: countsText(held, context) })));
  }
  const tip = plain(t('tip.square', { square }), [], '8.5');
  tip.aside = t('tip.square.floor', { floor: found.floor });
  tip.rows = context.options.length ? effects(context, []) : [{ label: '', lines }];
  return tip;
}

function tileLines(text: string): Line[] {
  const { prestige, bonuses } = readTile(text);
  const lines: Line[] = [{ icons: ['rosette'], text: t('gain.prestige', { n: prestige }) }];
  for (const { kind, count } of bonuses) {
    if (kind === 'camel') lines.push({ icons: ['camel'], text: t('count.camels', { n: count }) });
    else if (kind === 'talent') lines.push({ icons: ['talent'], text: t('count.talents', { n: count }) });
    else if (kind === 'good') lines.push({ icons: ['good'], text: t('good.any') });
    else if (kind === 'court') lines.push({ icons: ['court'], text: t('court.any') });
    else lines.push({ icons: [kind], text: t(`court.${kind}`) });
  }
  return lines;
}

function courtTip(rest: string, context: TipContext): Tip | null {
  const [type = '', level = ''] = split(rest, '/');
  if (!isCourtType(type)) return null;
  const left = context.view.court[type];
  const count = typeof left === 'number' ? left : (left[level] ?? 0);
  const lines = [bare(cardEffect(type, Number(level)))];
  if (type === 'caravaneer' && level === '2' && context.view.court.caravaneer_goods.length)
    lines.push({ icons: context.view.court.caravaneer_goods, text: t('tip.court.itsGood') });
  const clause = { banker: '4.2', caravaneer: '9.3', palace: '9.4', gardener: '8.5' }[type];
  return {
    ...plain(cardName(type, Number(level)), [], clause),
    rows: [{ label: '', lines }],
    footer: t('tip.court.left', { n: count }),
  };
}

function goodTip(rest: string, { view }: TipContext): Tip | null {
  const [seat = '', good = ''] = split(rest, '/');
  const held = view.seats.find((one) => one.seat === seat)?.goods;
  const n = isGood(good) ? (held?.[good] ?? 0) : 0;
  return plain(t('tip.good.own', { n, good: word('good', good) }), [t('tip.good.use')], '7.7');
}

function heldTip(rest: string, { view }: TipContext): Tip | null {
  const [seat = '', type = ''] = split(rest, '/');
  const found = view.seats.find((one) => one.seat === seat);
  if (!found || !isCourtType(type)) return null;
  if (type === 'gardener')
    return plain(t('count.gardeners', { n: found.gardeners }), [t('tip.court.gardener')], '8.5');
  const level = found[type];
  const name = t(`court.${type}`);
  // Of some cards everybody has one of level 0 from the beginning.
  if (level === 0 && !courtCard(type, 0)) return plain(t('tip.held.none', { name }), [], '9.1');
  return plain(t('tip.held', { name, level }), [cardEffect(type, level)], '9.1');
}

function bonusTip(bonus: Bonus, { view, name }: TipContext): Tip {
  const holder = view.palace?.bonuses[bonus];
  const lines = [
    t(`tip.bonus.${bonus}`, boxNumbers()),
    holder ? t('tip.bonus.held', { name: name(holder) }) : t('tip.bonus.free'),
  ];
  return plain(t('tip.bonus', { name: t(`bonus.${bonus}`) }), lines, '13.5');
}

function purse(
  kind: 'talents' | 'camels' | 'prestige' | 'cubes',
  seat: string,
  view: View,
  clause: string,
): Tip {
  const n = view.seats.find((one) => one.seat === seat)?.[kind] ?? 0;
  return plain(t(`tip.${kind}`, { n }), [t(`tip.${kind}.use`)], clause);
}

// Words that several tooltips share.

export function cardName(type: CourtType, level: number): string {
  return type === 'gardener' ? t('tip.cardGardener') : t('tip.card', { name: t(`court.${type}`), level });
}

/** What a Court card is good for. */
export function cardEffect(type: CourtType, level: number): string {
  const card = courtCard(type, level);
  if (type === 'gardener' || !card) return t('tip.court.gardener');
  const values = { talents: card.talents, prestige: card.prestige, spaces: card.spaces, keep: card.keep };
  return t(type === 'banker' && card.prestige ? 'tip.court.bankerPrestige' : `tip.court.${type}`, values);
}

/** What it is; and what choosing it would do, where that is known. */
function effects(context: TipContext, lines: string[], alreadySaid = false): TipRow[] {
  const rows: TipRow[] = lines.length ? [{ label: '', lines: lines.map(bare) }] : [];
  const option = context.options[0];
  const gains = option && !alreadySaid ? gainsOf(option.events, context.me, context.name) : [];
  if (gains.length) rows.push({ label: t('tip.gain'), lines: gains });
  return rows;
}

function plain(title: string, lines: string[], clause: string): Tip {
  const rows = lines.length ? [{ label: '', lines: lines.map(bare) }] : [];
  return { title, aside: '', refused: false, rows, footer: '', clause };
}

function bare(text: string): Line {
  return { icons: [], text };
}

function split(text: string, at: string): string[] {
  const place = text.indexOf(at);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}

function tally(cubes: (string | null)[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const cube of cubes) if (cube) found.set(cube, (found.get(cube) ?? 0) + 1);
  return found;
}

function countsText(held: Map<string, number>, context: TipContext): string {
  return listed([...held].map(([seat, n]) => `${seatName(seat, context)} ${n}`));
}

function seatName(seat: string, context: TipContext): string {
  return seat === 'N' ? t('colour.N') : context.name(seat);
}

function counts(seat: View['seats'][number]) {
  return { prestige: seat.prestige, talents: seat.talents, camels: seat.camels };
}

/** The names of goods, for those who list them. */
export function goodNames(goods: readonly Good[]): string {
  return listed(
    [...goods].sort((a, b) => GOODS.indexOf(a) - GOODS.indexOf(b)).map((good) => t(`good.${good}`)),
  );
}
