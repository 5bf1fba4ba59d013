/** The one sentence that says what is asked, or what is waited for. */
import type { GameEvent, View } from '../../api/types';
import { boxNumbers } from '../../facts.svelte';
import { listed, t, tMade } from '../../strings/index.svelte';
import { craftsIn } from './choices';
import { listenerOf, tellEntries, winnersOf } from '../log/log';
import { gainsOf } from './gains';
import type { Room } from '../room/room.svelte';

interface Prompt {
  /** Whose cube stands beside it. */
  seat: string | null;
  text: string;
  hint: string;
  /** Whether a bot thinks. */
  thinks?: boolean;
  /** How much is done of what is waited for. */
  part?: number;
  /** Whether the hint says that one watches. */
  watching?: boolean;
}

/** The tasks whose goods lie elsewhere where fingers choose. */
const HINTED_SHORT = ['sale', 'limit'];

export function promptOf(room: Room, view: View, short = false, touch = short): Prompt {
  const seat = room.deciding;
  if (room.game?.over && room.upToDate)
    return room.counting ? { seat: null, text: t('scoring.title'), hint: '' } : ended(room);
  if (!seat) return waiting(room, view);
  const name = room.name(seat);
  if (room.complete) {
    const happened = room.line.flatMap((step) => step.events);
    const events = room.counting ? happened.filter((event) => !isCount(event)) : happened;
    const gains = gainsOf(events, seat, (one) => room.name(one)).map((line) => line.text);
    const change = room.lastOption[0]?.garden;
    if (change?.watered.length) gains.push(t('tip.side.waters', { squares: listed(change.watered) }));
    if (change?.opened.length) gains.push(t('tip.side.opens', { n: change.opened.length }));
    const hint = gains.length ? t('ask.confirmHint', { gains: gains.join(' · ') }) : t('ask.confirmNothing');
    return { seat, text: t('ask.confirm', { name }), hint };
  }
  if (room.opened) return { seat, text: t('ask.several', { name }), hint: '' };
  const task = view.question?.task ?? 'turn';
  const own = view.seats.find((one) => one.seat === seat);
  const cities = room.legal.filter((token) => token.startsWith('go:')).length;
  const values = {
    ...boxNumbers(),
    name,
    cities,
    crafts: craftsIn(room.legal, view),
    city: view.caravan,
    n: task === 'limit' ? (own?.goods_held ?? 0) - (own?.goods_limit ?? 0) : room.legal.length,
    limit: own?.goods_limit ?? 0,
    quality: view.cities.find((city) => city.city === view.caravan)?.plant?.quality ?? 0,
  };
  const key = task === 'turn' && short ? 'ask.turnShort' : `ask.${task}`;
  const hint = touch && HINTED_SHORT.includes(task) ? `ask.${task}HintShort` : `ask.${task}Hint`;
  return { seat, text: tMade(key, values), hint: tMade(hint, values) };
}

/** Whether something belongs to the final scoring. */
function isCount({ clause }: GameEvent): boolean {
  return clause.startsWith('11.');
}

function ended(room: Room): Prompt {
  const winners = winnersOf(room);
  const names = listed(winners.map((seat) => room.name(seat)));
  return {
    seat: winners[0] ?? null,
    text: t(room.game?.ending.ended ? 'wait.ended' : 'wait.over'),
    hint: t('wait.won', { names, n: winners.length }),
  };
}

function waiting(room: Room, view: View): Prompt {
  const asked = view.question?.seat ?? null;
  const hint = room.mine.length
    ? t('wait.yours', { names: listed(room.mine.map((seat) => t(`colour.${seat}`))) })
    : t('wait.watching');
  const latest = latestEvent(room);
  const watching = room.live && room.mine.length === 0;
  if (room.acting && latest)
    return { seat: latest.seat ?? asked, text: latest.text, hint: watching ? hint : '', watching };
  if (asked === null || asked === '$') return { seat: null, text: t('wait.deal'), hint, watching };
  const facts = room.seatFacts(asked);
  const name = facts?.kind === 'open' ? t(`colour.${asked}`) : room.name(asked);
  if (room.compiling) {
    const { done, total } = room.compiling;
    const text = t('wait.compiling', { name });
    return { seat: asked, text, hint: t('wait.compilingHint'), thinks: true, part: done / total };
  }
  const kind = !room.upToDate ? 'following' : (facts?.kind ?? 'person');
  return {
    seat: asked,
    text: t(`wait.${kind}`, { name }),
    hint: watching || !latest ? hint : latest.text,
    thinks: kind === 'bot',
    watching,
  };
}

/** The turn that is shown now, or was shown last, in the words of the log; null if nobody has moved yet. */
function latestEvent(room: Room): { seat: string | null; text: string } | null {
  const upTo = room.acting?.ply ?? room.shownPly;
  const entries = room.entries.filter((entry) => entry.ply <= upTo);
  const line = tellEntries(entries, listenerOf(room)).at(-1);
  if (!line || line.kind === 'round') return null;
  return { seat: line.seat, text: line.pieces.map((piece) => piece.text).join('') };
}
