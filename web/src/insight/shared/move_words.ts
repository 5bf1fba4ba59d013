/** A move in a few words, as a name: "Uruk", "Priest (group 2)", "canal b1-c1". */
import type { Good } from '../../api/types';
import { listed, t, word } from '../../strings/index.svelte';
import { goodsIn } from '../../table/answers/choices';
import { sideSaid } from '../../table/log/section_words';

/** What a move is called. */
export function moveName(token: string): string {
  const recruit = /^(free:)?([a-z]+)\/(\d)$/.exec(token);
  if (recruit) {
    const values = { craft: word('craft', recruit[2] ?? ''), group: recruit[3] ?? '' };
    return t(recruit[1] ? 'insight.move.free' : 'insight.move.craft', values);
  }
  const [head = '', rest = ''] = token.split(':');
  switch (head) {
    case 'go':
      return t('insight.move.go', { city: rest });
    case 'dig':
      return t('insight.move.dig', { side: sideSaid(rest) });
    case 'plant':
      return t('insight.move.plant', { square: rest });
    case 'pay':
    case 'sell':
    case 'take':
    case 'drop':
      return t(`insight.move.${head}`, { goods: named(goodsIn(token)) });
    case 'swap': {
      const [give, get] = goodsIn(token).map((good) => t(`good.${good}`));
      return t('insight.move.swap', { give: give ?? '', get: get ?? '' });
    }
    case 'bonus':
      return t('insight.move.bonus', { bonus: word('bonus', rest) });
    case 'top':
    case 'bottom':
      return word('row', head);
    case 'ishtar':
    case 'marduk':
    case 'tammouz':
      return t('insight.move.temple', { temple: word('temple', head) });
    case 'banker':
    case 'caravaneer':
    case 'palace':
    case 'gardener':
      return word('court', head);
    case 'camel':
      return t('count.camels', { n: 1 });
    case 'talent':
      return t('count.talents', { n: 1 });
    case 'pass':
    case 'noble':
    case 'keep':
      return t(`insight.move.${head}`);
    default:
      return token;
  }
}

/** The same at the beginning of a sentence. */
export function moveNameFirst(token: string): string {
  const name = moveName(token);
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

function named(goods: readonly Good[]): string {
  return listed(goods.map((good) => t(`good.${good}`)));
}

/** The picture of a move. */
export function moveIcon(token: string): string {
  const craft = /^(?:free:)?([a-z]+)\/\d$/.exec(token)?.[1];
  if (craft) return craft === 'merchant' ? 'camel' : craft;
  const [head = ''] = token.split(':');
  const goods = token.includes(':') ? token.split(':')[1] : '';
  if (['pay', 'sell', 'take', 'drop', 'swap'].includes(head) && goods) return goodsIn(token)[0] ?? 'good';
  return ICONS[head] ?? head;
}

const ICONS: Readonly<Record<string, string>> = {
  go: 'camel',
  dig: 'engineer',
  plant: 'tile',
  top: 'peasant',
  bottom: 'peasant',
  ishtar: 'priest',
  marduk: 'priest',
  tammouz: 'priest',
  pass: 'moon',
  keep: 'good',
  bonus: 'palace',
  noble: 'palace',
};
