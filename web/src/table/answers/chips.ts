/** The words and pictures of an answer that is offered as a chip, or as a row on a phone. */
import type { Good } from '../../api/types';
import { listed, t } from '../../strings/index.svelte';
import { goodsIn } from './choices';
import type { Room } from '../room/room.svelte';

interface Chip {
  token: string;
  icons: string[];
  text: string;
}

export function chipOf(token: string, room: Room): Chip {
  const [head] = token.split(':');
  const goods = token.includes(':') && !token.includes('/') ? goodsIn(token) : [];
  const names = listed(goods.map((good) => t(`good.${good}`)));
  switch (head) {
    case 'pay':
      return { token, icons: goods, text: t('chips.pay', { goods: names }) };
    case 'take':
      return { token, icons: goods, text: t('chips.take', { goods: names }) };
    case 'sell':
      return {
        token,
        icons: goods,
        text: t('chips.sell', { goods: names, prestige: salePrice(goods, room) }),
      };
    case 'swap': {
      const [give, get] = goods as [Good, Good];
      return { token, icons: [give, 'arrow', get], text: t('chips.get', { good: t(`good.${get}`) }) };
    }
    case 'keep':
      return { token, icons: [], text: t('chips.keep') };
    case 'camel':
      return { token, icons: ['camel'], text: t('count.camels', { n: 1 }) };
    case 'talent':
      return { token, icons: ['talent'], text: t('count.talents', { n: 1 }) };
    case 'free':
      return { token, icons: ['palace'], text: t('chips.freeRecruit') };
    default:
      return { token, icons: ['talent'], text: t('chips.paidRecruit') };
  }
}

function salePrice(goods: readonly Good[], room: Room): number {
  const market = room.view?.cities.find((city) => city.kind === 'market');
  return market?.prices?.[goods.length - 1] ?? 0;
}
