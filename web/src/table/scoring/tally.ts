/** Where prestige came from: by player, by source, round by round, counted from what happened. */
import type { Entry, Seat } from '../../api/types';
import { roundsOf } from '../log/log';
import { entriesThatHold } from '../log/sections';

export const SOURCES = [
  'start',
  'planting',
  'water',
  'palace',
  'babylon',
  'marduk',
  'banker',
  'favour',
  'goods',
] as const;
export type Source = (typeof SOURCES)[number];

/** The sources that are counted when the game is over. */
export const AT_THE_END: readonly Source[] = ['favour', 'goods'];

export const PICTURES: Record<Source, string> = {
  start: 'star',
  planting: 'plant',
  water: 'wave',
  palace: 'palace',
  babylon: 'skyline-babylon',
  marduk: 'priest',
  banker: 'banker',
  favour: 'tile',
  goods: 'good',
};

/** The clauses of the rules that give prestige. */
const BY_CLAUSE: Record<string, Source> = {
  '4.2': 'banker',
  '6.5': 'water',
  '7.4': 'babylon',
  '8.6': 'planting',
  '8.7': 'water',
  '9.4': 'palace',
  '10.4': 'marduk',
  '11.2': 'favour',
  '11.3': 'goods',
};

export interface SeatTally {
  seat: Seat;
  /** Prestige of each source at each point: the start, the end of each round, the final scoring. */
  by: Record<Source, number[]>;
  /** Prestige at each point. */
  totals: number[];
}

export interface Tally {
  /** How many rounds were played. */
  rounds: number;
  seats: SeatTally[];
}

/** Count the prestige of a game that is over; `scores` are the final ones. */
export function tallyOf(
  entries: readonly Entry[],
  scores: readonly { seat: Seat; prestige: number }[],
): Tally {
  const rounds = roundsOf(entriesThatHold(entries));
  return {
    rounds: rounds.length,
    seats: scores.map(({ seat, prestige }) => {
      const by = Object.fromEntries(SOURCES.map((source) => [source, [0]])) as Record<Source, number[]>;
      const gained = Object.fromEntries(SOURCES.map((source) => [source, 0])) as Record<Source, number>;
      const close = (sources: readonly Source[]) =>
        SOURCES.forEach((source) => by[source].push(sources.includes(source) ? gained[source] : 0));
      for (const round of rounds) {
        for (const event of round.flatMap((entry) => entry.events))
          if (event.what === 'prestige' && event.seat === seat)
            gained[BY_CLAUSE[event.clause] ?? 'start'] += event.amount;
        close(SOURCES.filter((source) => !AT_THE_END.includes(source)));
      }
      close(SOURCES);
      const counted = SOURCES.reduce((sum, source) => sum + gained[source], 0);
      by.start = by.start.map((n) => n + prestige - counted);
      const totals = by.start.map((_, i) => SOURCES.reduce((sum, source) => sum + (by[source][i] ?? 0), 0));
      return { seat, by, totals };
    }),
  };
}

/** What a player got from a source in the whole game. */
export function gainedFrom(tally: SeatTally, source: Source): number {
  return tally.by[source].at(-1) ?? 0;
}

/** Prestige when the last round was over, before the final scoring. */
export function beforeTheEnd(tally: SeatTally): number {
  return tally.totals.at(-2) ?? 0;
}

/** The sources that gave anybody anything. */
export function sourcesOf({ seats }: Tally): Source[] {
  return SOURCES.filter(
    (source) => source !== 'start' || seats.some((seat) => gainedFrom(seat, 'start') !== 0),
  );
}
