/** The Court cards in tooltips. */
import type { CourtType } from '../../api/types';
import { courtCard } from '../../facts.svelte';
import { t } from '../../strings/index.svelte';

/** A card by its name and level. */
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
