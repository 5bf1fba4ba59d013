/** What others did since somebody's last turn, player by player, and what it came to. */
import { GOODS, type Entry, type GameEvent } from '../../api/types';
import type { Piece } from '../../strings/index.svelte';
import { inPieces } from './emphasis';
import { sectionsOf, entriesThatHold, type LogSection } from './sections';
import type { Listener } from './section_words';
import { tellBriefly } from './turn_words';

/** How much of something a player has more, or less. */
export interface Change {
  what: string;
  amount: number;
}

interface SeatNews {
  seat: string;
  changes: Change[];
  turns: { key: number; picture: string; pieces: Piece[] }[];
}

/**
 * The entries after the last turn of a seat, all if it has had none; a turn it is in the middle of does not count, nor
 * what a bot has played for it.
 */
export function entriesSince(entries: readonly Entry[], seat: string | null, deciding: boolean): Entry[] {
  const holding = entriesThatHold(entries).filter(({ kind }) => kind !== 'undo');
  const byBots = new Set(holding.filter((entry) => entry.by_bot).map((entry) => entry.ply));
  const turns = sectionsOf(holding).filter(
    (section) => section.kind === 'turn' && section.seat === seat && !byBots.has(section.ply),
  );
  const begun = deciding && holding.at(-1)?.seat === seat ? turns.at(-1) : undefined;
  const inTurn = begun !== undefined && begun.last === holding.at(-1)?.ply;
  const until = inTurn ? begun.ply : Infinity;
  const from = turns.at(inTurn ? -2 : -1)?.last ?? 0;
  return holding.filter(({ ply }) => ply > from && ply < until);
}

/** The news of each seat, in the order given; seats without any are left out. */
export function newsOf(entries: readonly Entry[], seats: readonly string[], listener: Listener): SeatNews[] {
  const events = entries.flatMap((entry) => entry.events);
  const turns = sectionsOf(entries).filter(({ kind, events }) => kind === 'turn' && events.length > 0);
  return seats
    .map((seat) => ({
      seat,
      changes: changesOf(events.filter((event) => event.seat === seat)),
      turns: turns
        .filter((turn) => turn.seat === seat)
        .map((turn) => ({
          key: turn.ply,
          picture: pictureOf(turn),
          pieces: inPieces(tellBriefly(turn, listener)),
        })),
    }))
    .filter(({ changes, turns }) => changes.length + turns.length > 0);
}

/** How much of each thing the events bring, or cost. */
export function changesOf(events: readonly GameEvent[]): Change[] {
  const kinds = ['prestige', 'talents', 'camels', ...GOODS];
  return kinds.flatMap((what) => {
    const amount = events
      .filter((event) => event.what === what || (event.what === 'good' && event.detail === what))
      .reduce((sum, event) => sum + event.amount, 0);
    return amount === 0 ? [] : [{ what, amount }];
  });
}

/** The picture of what a turn was. */
export function pictureOf(turn: LogSection): string {
  const recruited = turn.events.find(({ what }) => what === 'recruited')?.detail;
  if (recruited) return recruited === 'merchant' ? 'camel' : recruited;
  if (turn.events.some(({ what }) => what === 'passed')) return 'moon';
  return turn.events.some(({ what }) => what === 'caravan') ? 'camel' : 'noble';
}
