/** A game of a list in words: who sits there, how it stands, how it ended. */
import type { Clock, Game, Seat, SeatFacts, Summary, View } from '../../api/types';
import { spoken, t, word } from '../../strings/index.svelte';

interface Result {
  scores: Map<string, number>;
  winners: string[];
}

/** The level of a bot as people call it. */
export function levelName(level: string): string {
  return word('level', level);
}

export function seatName(seat: SeatFacts): string {
  if (seat.kind === 'open') return t('games.free');
  return seat.kind === 'bot' && !seat.returnable ? levelName(seat.bot ?? seat.name) : seat.name;
}

/** People by name, then bots and free seats counted; without me where I hold a single seat. */
export function company(game: Summary): string {
  const mine = game.seats.filter((seat) => seat.yours);
  const shown =
    mine.length === 1 && game.seats.length > 1 ? game.seats.filter((seat) => !seat.yours) : game.seats;
  const people = shown.filter((seat) => seat.kind === 'person' || seat.returnable).map((seat) => seat.name);
  const bots = new Map<string, number>();
  for (const seat of shown) {
    if (seat.kind !== 'bot' || seat.returnable) continue;
    bots.set(seatName(seat), (bots.get(seatName(seat)) ?? 0) + 1);
  }
  const counted = [...bots].map(([name, n]) => t('games.bots', { name, n }));
  const free = freeSeats({ seats: shown }).length;
  if (free) counted.push(t('games.free_seats', { n: free }));
  return [...people, ...counted].join(', ');
}

export function freeSeats(game: { seats: readonly SeatFacts[] }): Seat[] {
  return game.seats.filter((seat) => seat.kind === 'open').map((seat) => seat.seat);
}

/** `W 41, K 38: W` as the server writes it; null while the game is running. */
export function resultOf(text: string): Result | null {
  const [scored, won] = text.split(':');
  if (!scored || won === undefined) return null;
  const scores = new Map<string, number>();
  for (const part of scored.split(',')) {
    const [seat, score] = part.trim().split(' ');
    if (seat && score) scores.set(seat, Number(score));
  }
  return { scores, winners: won.trim().split(/\s+/).filter(Boolean) };
}

/** Who won, with the score and the best of the others. */
export function resultInWords(game: Summary): string {
  const result = resultOf(game.result);
  if (!result) return '';
  const mine = game.seats.filter((seat) => seat.yours).map((seat) => seat.seat as string);
  const me = mine.length === 1 ? mine[0] : undefined;
  const score = Math.max(...result.winners.map((seat) => result.scores.get(seat) ?? 0));
  if (result.winners.length > 1) {
    return me && result.winners.includes(me)
      ? t('games.shared.you', { score })
      : t('games.shared', { score });
  }
  const winner = result.winners[0];
  const others = [...result.scores].filter(([seat]) => seat !== winner).map(([, points]) => points);
  const best = Math.max(...others);
  if (me && me === winner) return t('games.won.you', { score, other: best });
  const named = game.seats.find((seat) => seat.seat === winner);
  const name = named ? seatName(named) : '';
  return t('games.won', { name, score, other: me ? (result.scores.get(me) ?? best) : best });
}

/** How far a running game has come, where the server knows. */
export function progressInWords(game: Summary): string {
  if (game.over || game.round === 0 || game.tiles_left === null) return '';
  return t('games.round', { round: game.round, tiles: game.tiles_left });
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago, roughly. */
export function ago(then: number, now: number): string {
  const words = new Intl.RelativeTimeFormat(spoken(), { numeric: 'auto', style: 'short' });
  for (const [unit, size] of STEPS) {
    if (now - then >= size) return words.format(-Math.floor((now - then) / size), unit);
  }
  return t('games.now');
}

/** My turn first, the longest waiting on top; then what is running, then what is over, the latest first in each. */
export function inOrder(games: readonly Summary[]): Summary[] {
  const rank = (game: Summary) => (game.your_turn ? 0 : game.over ? 2 : 1);
  const later = (one: Summary, two: Summary) => two.updated - one.updated;
  return games.toSorted((one, two) => rank(one) - rank(two) || later(one, two));
}

/** The names of the switches that are on. */
export function switches({
  palace,
  limited_supply,
  full_lap,
  unlimited_noble,
  open_duel,
}: View['switches']): string[] {
  const on = [];
  if (palace) on.push(t('lobby.palace'));
  if (limited_supply) on.push(t('lobby.limited'));
  if (full_lap) on.push(t('lobby.lap'));
  if (unlimited_noble) on.push(t('lobby.nobles'));
  if (open_duel) on.push(t('lobby.duel'));
  return on;
}

/** What clocks are called, by seconds. */
export function clockName({
  kind,
  allowance,
  increment,
}: Pick<Clock, 'kind' | 'allowance' | 'increment'>): string {
  const hours = allowance / 3600;
  if (kind === 'live') return t('friends.clock.live', { minutes: allowance / 60, seconds: increment });
  return hours < 24 ? t('friends.clock.hours', { hours }) : t('friends.clock.slow', { days: hours / 24 });
}

/** What is agreed on at a table: the switches that are on, its clocks, and what happens when a time is up. */
export function terms({ view, clock }: Pick<Game, 'view' | 'clock'>): string[] {
  if (!clock) return switches(view.switches);
  const [allowance, increment] = [clock.allowance / 1000, clock.increment / 1000];
  const clocks = [clockName({ ...clock, allowance, increment }), t(`friends.up.${clock.when_up}`)];
  return [...switches(view.switches), ...clocks];
}
