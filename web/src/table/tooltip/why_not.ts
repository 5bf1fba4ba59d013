/** Why a move is not allowed, in the language of the page. */
import type { CourtType, Good, Refusal } from '../../api/types';
import { has, listed, t, word, type Values } from '../../strings/index.svelte';

/** The sentence for a reason; the server's English one where the catalogue does not know it. */
export function whyNot(
  reason: Pick<Refusal, 'key' | 'facts' | 'missing'>,
  name: (seat: string) => string,
): string {
  const key = `why.${reason.key}`;
  return has(key) ? t(key, valuesOf(reason.facts ?? {}, name)) : (reason.missing ?? '');
}

function valuesOf(facts: Record<string, unknown>, name: (seat: string) => string): Values {
  const values: Values = {};
  for (const [fact, value] of Object.entries(facts))
    values[fact === 'seat' ? 'name' : fact] = valueOf(fact, value, name);
  return values;
}

function valueOf(fact: string, value: unknown, name: (seat: string) => string): string | number {
  switch (fact) {
    case 'seat':
    case 'holder':
      return name(String(value));
    case 'craft':
      return word('craft', String(value));
    case 'card':
      return word('court', String(value));
    case 'good':
      return word('good', String(value));
    case 'bonus':
      return word('bonus', String(value));
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
