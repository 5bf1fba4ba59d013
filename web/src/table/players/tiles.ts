import type { Good } from '../../api/types';

/** A garden tile as the notation writes it: `3:5+gardener+2talents`. */
export interface TileBonus {
  kind: 'camel' | 'talent' | 'good' | 'court' | 'banker' | 'caravaneer' | 'palace' | 'gardener' | Good;
  count: number;
}

interface Tile {
  quality: number;
  prestige: number;
  bonuses: TileBonus[];
}

export function readTile(text: string): Tile {
  const [quality = '', rest = ''] = text.split(':');
  const [prestige = '', ...bonuses] = rest.split('+');
  return { quality: Number(quality), prestige: Number(prestige), bonuses: bonuses.map(readBonus) };
}

function readBonus(text: string): TileBonus {
  const [, count = '', word = ''] = /^(\d*)([a-z]+)$/.exec(text) ?? [];
  const kind = count ? word.replace(/s$/, '') : word;
  return { kind: kind as TileBonus['kind'], count: Number(count || 1) };
}
