/** What a tile brings, in words. */
import { isGood } from '../../api/types';
import { listed, t, word } from '../../strings/index.svelte';
import { readTile, type TileBonus } from '../players/tiles';

export function worth(tile: string): string {
  const { prestige, bonuses } = readTile(tile);
  return listed([t('count.prestige', { n: prestige }), ...bonuses.map(bonusWords)]);
}

function bonusWords({ kind, count }: TileBonus): string {
  switch (kind) {
    case 'camel':
      return t('count.camels', { n: count });
    case 'talent':
      return t('count.talents', { n: count });
    case 'good':
      return t('good.any');
    case 'court':
      return t('court.any');
    default:
      return isGood(kind) ? word('good', kind) : t(`court.${kind}`);
  }
}
