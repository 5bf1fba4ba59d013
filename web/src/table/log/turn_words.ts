/** A turn in one sentence: what was done, what it cost, what it brought. */
import type { GameEvent } from '../../api/types';
import { t, word } from '../../strings/index.svelte';
import { said } from './emphasis';
import type { LogSection } from './sections';
import {
  about,
  cardSaid,
  effectOf,
  goodsSaid,
  inTurn,
  sideSaid,
  withEffects,
  type Listener,
} from './section_words';

/** A deed of a turn and what followed from it. */
interface Deed {
  words: string;
  effects: (string | null)[];
}

export function tellTurn(turn: LogSection, listener: Listener): string {
  const words = ofTurn(turn, listener);
  return tellFrom(turn, words, beginning(turn, words));
}

/** A turn without its name and price, where a heading says whose it is. */
export function tellBriefly(turn: LogSection, listener: Listener): string {
  return tellFrom(turn, ofTurn(turn, listener), heading(turn));
}

/** What a bot has played for somebody is not told them as their own. */
function ofTurn(turn: LogSection, listener: Listener): Listener {
  return turn.byBot ? { ...listener, you: null } : listener;
}

function tellFrom(turn: LogSection, listener: Listener, first: string): string {
  const { events, seat } = turn;
  const who = about(seat, listener);
  if (events.some(({ what }) => what === 'passed')) return first;
  const deeds: Deed[] = [{ words: first, effects: [] }];
  const paid = events.filter(({ what, clause }) => what === 'good' && (clause === '7.5' || clause === '7.6'));
  const sold = events.filter(({ what, clause, amount }) => what === 'good' && clause === '7.4' && amount < 0);
  if (paid.length) deeds.push({ words: said('log.paid', { ...who, goods: goodsSaid(paid) }), effects: [] });
  if (sold.length) deeds.push({ words: said('log.sold', { ...who, goods: goodsSaid(sold) }), effects: [] });
  for (const event of events) {
    if (event.what === 'tile') {
      const values = { ...who, square: event.detail ?? '', gardeners: gardenersGiven(events) };
      deeds.push({ words: said('log.planted', values), effects: [] });
    } else if (event.what === 'court card' && event.clause === '7.5')
      deeds.push({ words: said('log.tookCard', { ...who, card: cardSaid(event) }), effects: [] });
    else if (event.what === 'canal' && event.clause === '6.5')
      deeds[0]?.effects.unshift(effectOf(event, turn, listener));
    else deeds.at(-1)?.effects.push(effectOf(event, turn, listener));
  }
  deeds.at(-1)?.effects.push(greyCanals(events));
  return inTurn(deeds.map(({ words, effects }) => withEffects(words, effects)));
}

/** What kind of turn it is: a craft, the Noble, a journey, a pass. */
function beginning({ events, seat }: LogSection, listener: Listener): string {
  const who = about(seat, listener);
  const price = spent(events, 'talents');
  const recruited = events.find(({ what }) => what === 'recruited');
  const journey = events.find(({ what }) => what === 'caravan');
  if (events.some(({ what }) => what === 'passed')) return said('log.passed', who);
  if (recruited) {
    const bonus = events.some(({ what }) => what === 'palace bonus');
    const key = bonus ? 'log.recruit.bonus' : 'log.recruit';
    return said(key, { ...who, craft: recruited.detail ?? '', price });
  }
  if (!journey) return said('log.noble', { ...who, price });
  const values = { spaces: journey.amount, city: journey.detail ?? '', camels: spent(events, 'camels') };
  return said('log.caravan', { ...who, ...values });
}

function heading({ events }: LogSection): string {
  const event = events.find(({ what }) => ['passed', 'recruited', 'caravan'].includes(what));
  switch (event?.what) {
    case 'passed':
      return t('since.passed');
    case 'recruited':
      return word('craft', event.detail);
    case 'caravan':
      return event.detail ?? '';
    default:
      return t('since.noble');
  }
}

function spent(events: readonly GameEvent[], of: 'talents' | 'camels'): number {
  return -events
    .filter(({ what, amount }) => what === of && amount < 0)
    .reduce((sum, { amount }) => sum + amount, 0);
}

function gardenersGiven(events: readonly GameEvent[]): number {
  return -events
    .filter(({ what, detail, amount }) => what === 'court card' && detail === 'gardener' && amount < 0)
    .reduce((sum, { amount }) => sum + amount, 0);
}

function greyCanals(events: readonly GameEvent[]): string | null {
  const sides = [
    ...new Set(
      events.flatMap(({ what, seat, detail }) =>
        what === 'canal' && seat === 'N' && detail ? [sideSaid(detail)] : [],
      ),
    ),
  ];
  return sides.length ? said('effect.grey', { n: sides.length, sides: inTurn(sides) }) : null;
}
