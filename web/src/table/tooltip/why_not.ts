/** Why a move is not allowed, in the language of the page. */
import type { Bonus, CourtType, Craft, Good, Reason } from '../../api/types';
import { has, listed, t, type Key, type Values } from '../../strings/index.svelte';

/** The sentence for a reason; the server's English one where the catalogue does not know it. */
export function whyNot(
  reason: Pick<Reason, 'key' | 'facts' | 'missing'>,
  name: (seat: string) => string,
): string {
  const key = `why.${reason.key}`;
  return has(key) ? t(key as Key, valuesOf(reason.facts ?? {}, name)) : (reason.missing ?? '');
}

function valuesOf(facts: Record<string, unknown>, name: (seat: string) => string): Values {
  const values: Values = {};
  for (const [fact, value] of Object.entries(facts))
    values[fact === 'seat' ? 'name' : fact] = word(fact, value, name);
  return values;
}

function word(fact: string, value: unknown, name: (seat: string) => string): string | number {
  switch (fact) {
    case 'seat':
    case 'holder':
      return name(String(value));
    case 'craft':
      return t(`craft.${value as Craft}`);
    case 'card':
      return t(`court.${value as CourtType}`);
    case 'good':
      return t(`good.${value as Good}`);
    case 'bonus':
      return t(`bonus.${value as Bonus}`);
    case 'goods':
    case 'asks':
    case 'sold':
    case 'paid':
      return goodsWords(value as Good[]);
    case 'cards':
      return listed((value as { card: CourtType; level: number | null }[]).map(cardWord), 'disjunction');
    default:
      return typeof value === 'number' ? value : String(value);
  }
}

function goodsWords(goods: Good[]): string {
  return goods.length ? listed(goods.map((good) => t(`good.${good}`))) : t('why.noGoods');
}

function cardWord({ card, level }: { card: CourtType; level: number | null }): string {
  return level === null ? t('tip.cardGardener') : t('tip.card', { name: t(`court.${card}`), level });
}
