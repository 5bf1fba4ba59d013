/** The tooltip of a city: the way there, what is paid, and what can be had. */
import type { CourtType, GameEvent, Good, Prospect, View } from '../../api/types';
import { isCourtType } from '../../api/types';
import { listed, t } from '../../strings/index.svelte';
import { gainsOf, type Line } from '../answers/gains';
import { cardEffect, cardName } from './card_words';
import type { Tip, TipContext } from './tip';

/** What is worth naming of a planting that is only thought of. */
const PLANTING_BRINGS: readonly string[] = ['prestige', 'talents', 'camels', 'good', 'court card'];

export function cityTip(name: string, context: TipContext): Tip | null {
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
function outcomeLines(option: Prospect, context: TipContext): Line[] {
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
