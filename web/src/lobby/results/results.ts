/** How my games ended: kept in the browser, so that a guest has them, too, and games that are gone still count. */
import type { Summary } from '../../api/types';
import { resultOf } from '../tables/game_words';

/** A game of mine that is over: when, with how many players, against which bot (the first of several; '' for people alone). */
export interface Ended {
  at: number;
  players: number;
  bot: string;
  won: boolean;
}

/** The games of one kind: wins and losses against a bot, with so many players. */
export interface Tally {
  bot: string;
  players: number;
  won: number;
  lost: number;
}

export interface Record {
  tallies: Tally[];
  /** The last ten, the latest last. */
  last: Ended[];
  /** Wins in a row up to now, and at best. */
  streak: number;
  best: number;
}

const KEPT_AS = 'amyitis.results';
const LAST = 10;
/** More are not kept: the oldest go. */
const MOST = 2000;

/** The results of these games, and of those that were known before. */
export function remember(games: readonly Summary[]): Record {
  const known = read();
  const before = known.size;
  for (const game of games) {
    const ended = endOf(game);
    if (ended && !known.has(game.id)) known.set(game.id, ended);
  }
  const all = [...known].sort(([, one], [, other]) => one.at - other.at).slice(-MOST);
  if (known.size !== before) {
    try {
      localStorage.setItem(KEPT_AS, JSON.stringify(all));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
  return recordOf(all.map(([, ended]) => ended));
}

/** What results come to, the oldest first. */
export function recordOf(ended: readonly Ended[]): Record {
  const tallies = new Map<string, Tally>();
  let [streak, best] = [0, 0];
  for (const { bot, players, won } of ended) {
    const key = `${bot} ${players}`;
    const tally = tallies.get(key) ?? { bot, players, won: 0, lost: 0 };
    tallies.set(key, { ...tally, won: tally.won + Number(won), lost: tally.lost + Number(!won) });
    streak = won ? streak + 1 : 0;
    best = Math.max(best, streak);
  }
  const often = (tally: Tally) => tally.won + tally.lost;
  return {
    tallies: [...tallies.values()].sort((one, other) => often(other) - often(one)),
    last: ended.slice(-LAST),
    ...{ streak, best },
  };
}

/** How a game ended for me; null while it runs, and where I held several seats or none. */
function endOf(game: Summary): Ended | null {
  const result = game.over ? resultOf(game.result) : null;
  const mine = game.seats.filter((seat) => seat.yours);
  if (!result || mine.length !== 1) return null;
  const bot = game.seats.find((seat) => seat.kind === 'bot' && !seat.returnable)?.bot ?? '';
  return { at: game.updated, players: game.players, bot, won: result.winners.includes(mine[0]!.seat) };
}

function read(): Map<string, Ended> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? '[]');
    return new Map(Array.isArray(kept) ? (kept as [string, Ended][]) : []);
  } catch {
    return new Map();
  }
}
