/** A single event in a few words, for a line of the log that is opened. */
import type { GameEvent } from '../../api/types';
import { t, word } from '../../strings/index.svelte';
import { about, sideSaid, type Listener } from './section_words';

export function eventSaid(event: GameEvent, listener: Listener): string {
  const what = whatSaid(event);
  return event.seat === null ? what : t('event.of', { ...about(event.seat, listener), what });
}

function whatSaid(event: GameEvent): string {
  const { what, amount } = event;
  const detail = event.detail ?? '';
  const values = { n: Math.abs(amount), sign: amount < 0 ? '−' : '+' };
  switch (what) {
    case 'talents':
    case 'camels':
    case 'prestige':
      return t(`event.${what}`, values);
    case 'good':
      return t('event.good', { ...values, good: word('good', detail) });
    case 'court card':
      return detail === 'gardener'
        ? t('event.gardener', values)
        : t('event.card', { type: word('court', detail), level: amount });
    case 'cube in row':
      return t('event.row', { row: word('row', detail), n: amount });
    case 'row emptied':
      return t('event.rowEmptied', { row: word('row', detail) });
    case 'cube in temple':
      return t('event.temple', { temple: word('temple', detail) });
    case 'pushed out of temple':
      return t('event.pushed', { temple: word('temple', detail) });
    case 'canal':
      return t('event.canal', { side: sideSaid(detail) });
    case 'tile':
      return t('event.tile', { square: detail });
    case 'caravan':
      return t('event.caravan', { n: amount, city: detail });
    case 'plant card turned':
      return t('event.turned', { city: detail });
    case 'recruited':
      return t('event.recruited', { craft: word('craft', detail), n: amount });
    case 'passed':
      return t('event.passed');
    case 'deal':
      return t('event.deal', { n: amount });
    case 'first player':
      return t('event.first');
    case 'game over':
      return t('event.over');
    case 'palace track':
      return t('event.track', { n: detail });
    case 'palace bonus':
      return t('event.bonus', {
        bonus: word('bonus', detail),
        amount: amount > 0 ? 'taken' : amount < 0 ? 'spent' : 'used',
      });
    case 'bonus lost':
      return t('event.lost');
    default:
      return event.text;
  }
}
