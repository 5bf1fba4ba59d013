/** Tooltips: what a place is, what choosing it would do, or why it cannot be chosen now. */
import type { Bonus, View } from '../../api/types';
import { isBonus, isCourtType, isGood, isRow, isTemple } from '../../api/types';
import { boxNumbers, courtCard } from '../../facts.svelte';
import { t, tMade, word } from '../../strings/index.svelte';
import type { Place } from '../board/board.svelte';
import { cardEffect, cardName } from './card_words';
import { cityTip } from './city_tips';
import { sideTip, squareTip } from './garden_tips';
import { bare, countsText, effects, plain, seatName, split, type Tip, type TipContext } from './tip';
import { favourSaid } from '../players/players';
import { whyNot } from './why_not';

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
  first: (seat, { name }) => plain(t('players.first'), [`${name(seat)}: ${t('tip.first.use')}`], '10.7'),
  limit: (seat, { view }) => {
    const holder = view.seats.find((one) => one.seat === seat);
    if (!holder) return null;
    const { goods_held: n, goods_limit: limit } = holder;
    return plain(t('players.limit', { n, limit }), [t('tip.limit.use')], '10.6');
  },
  favour: (seat, { view }) => {
    const holder = view.seats.find((one) => one.seat === seat);
    return holder ? plain(t('tip.favour'), [favourSaid(holder)], '11.2') : null;
  },
  supply: () => plain(t('supply.limited'), [t('lobby.limited.note')], '12.1'),
  left: (_, { view }) => {
    const { tiles_left: left, tiles_at_end: end } = view.garden;
    return plain(t('tip.left', { left }), [t('tip.left.use', { end })], '11.1');
  },
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
    const holder = view.seats.find((one) => one.seat === seat);
    return holder
      ? plain(t('tip.panel', { name: name(seat) }), [t('tip.panel.facts', { ...counts(holder) })], '')
      : null;
  },
};

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
  const prizes = `tip.temple.${temple}${context.view.players === 2 && !context.view.switches.open_duel ? 'Two' : ''}`;
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
  const holder = view.seats.find((one) => one.seat === seat);
  if (!holder || !isCourtType(type)) return null;
  if (type === 'gardener')
    return plain(t('count.gardeners', { n: holder.gardeners }), [t('tip.court.gardener')], '8.5');
  const level = holder[type];
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

function tally(cubes: (string | null)[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const cube of cubes) if (cube) counted.set(cube, (counted.get(cube) ?? 0) + 1);
  return counted;
}

function counts(seat: View['seats'][number]) {
  return { prestige: seat.prestige, talents: seat.talents, camels: seat.camels };
}
