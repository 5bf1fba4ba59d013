/** Sections of the log in plain words: each a whole sentence of the catalogue. */
import type { GameEvent, Good, Seat } from '../../api/types';
import { GOODS } from '../../api/types';
import { listed, t, tMade, word, type Key, type Values } from '../../strings/index.svelte';
import { said } from './emphasis';
import type { LogSection } from './sections';

/** Who is told of, and to whom. */
export interface Listener {
  name(seat: string): string;
  /** The seat that is called "you"; null for onlookers and for those who play several. */
  you: Seat | null;
  winners: readonly Seat[];
}

/** "a, b, c" without an "and": things that happened one after the other. */
export function inTurn(words: readonly string[]): string {
  return listed(words, 'unit');
}

/** The values of a sentence about a seat. */
export function about(seat: string | null, listener: Listener): Values {
  return { you: seat !== null && seat === listener.you, name: seat === null ? '' : listener.name(seat) };
}

/** The names of seats as a list; "you" comes last. */
export function namesSaid(seats: readonly string[], listener: Listener): string {
  const others = seats.filter((seat) => seat !== listener.you).map((seat) => listener.name(seat));
  return listed(others.length < seats.length ? [...others, t('log.youToo')] : others);
}

/** "2 barley and wine". */
export function goodsSaid(events: readonly GameEvent[]): string {
  const held = GOODS.map((good): [Good, number] => [
    good,
    events.filter(({ detail }) => detail === good).reduce((sum, { amount }) => sum + Math.abs(amount), 0),
  ]);
  return listed(held.flatMap(([good, n]) => (n ? [t('log.goods', { n, good: t(`good.${good}`) })] : [])));
}

/** A side as one word that no line breaks. */
export function sideSaid(side: string): string {
  return side.replace('-', '\u2011');
}

/** "Banker 2"; a Gardener has no level. */
export function cardSaid(event: GameEvent): string {
  const type = word('court', event.detail);
  return event.detail === 'gardener' ? type : t('log.card', { type, level: event.amount });
}

/** What an event brought to whoever the sentence is about; null for what needs no word. */
export function effectOf(event: GameEvent, section: LogSection, listener: Listener): string | null {
  const { what, amount: n, clause, seat } = event;
  const detail = event.detail ?? '';
  switch (what) {
    case 'prestige':
      if (clause !== '8.7') return said('effect.prestige', { n });
      return seat === section.seat
        ? said('effect.irrigation', { n })
        : said('effect.irrigationOther', { n, ...about(seat, listener) });
    case 'talents':
      return n > 0 ? said('effect.talents', { n }) : null;
    case 'camels':
      return n > 0 ? said('effect.camels', { n }) : null;
    case 'good':
      return n > 0 ? said('effect.good', { n, good: word('good', detail) }) : null;
    case 'court card':
      if (n < 0) return null;
      return detail === 'gardener'
        ? said('effect.gardener', { n })
        : said('effect.card', { card: cardSaid(event) });
    case 'cube in temple':
      return said('effect.temple', { temple: word('temple', detail) });
    case 'pushed out of temple':
      return seat === 'N' ? said('effect.pushedGrey') : said('effect.pushed', about(seat, listener));
    case 'canal':
      return seat === 'N' ? null : said('effect.canal', { side: sideSaid(detail) });
    case 'bonus lost':
      return said(detail === 'good' ? 'effect.lostGood' : 'effect.lostCard');
    case 'palace track':
      return said('effect.track', { space: detail });
    default:
      return null;
  }
}

/** A deed, and behind a colon what it brought. */
export function withEffects(deed: string, effects: readonly (string | null)[]): string {
  const words = effects.filter((effect) => effect !== null);
  return words.length ? said('log.withEffects', { deed, effects: inTurn(words) }) : deed;
}

/** What each seat got, in the order they got it. */
function shares(section: LogSection, listener: Listener, bare = false): string {
  const seats = [...new Set(section.events.map(({ seat }) => seat))];
  const words = seats.map((seat) => {
    const own = section.events.filter((event) => event.seat === seat);
    const gains = own.flatMap((event) =>
      bare ? said('log.plus', { n: event.amount }) : (effectOf(event, section, listener) ?? []),
    );
    return said('log.share', { ...about(seat, listener), gains: listed(gains) });
  });
  return inTurn(words);
}

/** A section in words, its emphasis marked; `first` begins the round. Turns are told in `turn_words`. */
export function tellSection(section: LogSection, first: string | null, listener: Listener): string {
  const { kind, seat, events } = section;
  const who = about(seat, listener);
  switch (kind) {
    case 'round': {
      const n = events[0]?.amount ?? 0;
      return first ? said('log.round', { n, ...about(first, listener) }) : said('log.roundOnly', { n });
    }
    case 'waiting': {
      const seats = events.flatMap((event) => event.seat ?? []);
      const you = seats.length === 1 && seats[0] === listener.you;
      return said('log.waiting', { you, names: namesSaid(seats, listener), n: seats.length });
    }
    case 'row':
      return row(events, listener);
    case 'procession':
      return procession(section, listener);
    case 'start':
    case 'income':
    case 'ishtar':
      return said(`log.${kind}`, { shares: shares(section, listener) });
    case 'marduk':
    case 'favour':
    case 'leftovers':
      return said(`log.${kind}`, { shares: shares(section, listener, true) });
    case 'tammouz':
      return tammouz(section, listener);
    case 'limit':
      return said('log.limit', { ...who, goods: goodsSaid(events) });
    case 'bonus': {
      const bonus = events.find(({ what }) => what === 'palace bonus')?.detail ?? null;
      const effects = events.map((event) => effectOf(event, section, listener));
      return withEffects(said('log.bonus', { ...who, bonus: word('bonus', bonus) }), effects);
    }
    case 'undo':
      return said('log.undo', { ...who, n: section.count });
    case 'table':
      return tMade(`log.table.${section.tokens[0]}`, { ...who });
    case 'over':
      return said('log.over', { n: events[0]?.amount ?? 0 });
    case 'won': {
      const { winners } = listener;
      const you = winners.length === 1 && winners[0] === listener.you;
      return said('log.won', { you, names: namesSaid(winners, listener), n: winners.length });
    }
    default:
      return '';
  }
}

function row(events: readonly GameEvent[], listener: Listener): string {
  const full = events.find(({ what }) => what === 'row emptied')?.detail ?? 'top';
  const taker = events.find(({ what }) => what === 'court card')?.seat ?? null;
  if (taker === null) return said('log.row.nobody', { row: full });
  return said('log.row', { row: full, ...about(taker, listener) });
}

function procession(section: LogSection, listener: Listener): string {
  const entered = section.events.filter(({ what }) => what === 'cube in temple');
  const own = entered.find(({ seat }) => seat !== 'N');
  const grey = entered.filter(({ seat }) => seat === 'N');
  const others = listed(grey.map(({ detail }) => word('temple', detail)));
  const bonus = section.events.some(({ what }) => what === 'palace bonus');
  const key: Key = !own ? 'log.procession.grey' : bonus ? 'log.procession.bonus' : 'log.procession';
  const temple = own ? word('temple', own.detail) : '';
  const deed = said(key, { ...about(section.seat, listener), temple, others });
  const pushed = section.events.filter(({ what, seat }) => what === 'pushed out of temple' && seat !== 'N');
  const seats = [...new Set(pushed.map(({ seat }) => seat))];
  if (seats.length === 0) return deed;
  const more = seats.map((seat) => {
    const from = pushed.filter((event) => event.seat === seat);
    const temples = listed(from.map(({ detail }) => word('temple', detail)));
    return said('effect.pushedFrom', { ...about(seat, listener), n: from.length, temples });
  });
  return said('log.also', { deed, more: inTurn(more) });
}

function tammouz(section: LogSection, listener: Listener): string {
  const who = about(section.seat, listener);
  const given = section.events.find(({ what, amount }) => what === 'good' && amount < 0);
  const taken = section.events.find(({ what, amount }) => what === 'good' && amount > 0);
  if (given && taken) {
    const [from, to] = [given, taken].map(({ detail }) => word('good', detail));
    return said('log.tammouz.swap', { ...who, given: from ?? '', taken: to ?? '' });
  }
  if (!taken) return said('log.tammouz.keep', who);
  return said('log.tammouz', { shares: shares(section, listener) });
}
