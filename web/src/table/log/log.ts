/** The log of a game as lines to read: one for each turn, with what it marks on the table. */
import type { Entry, GameEvent, Seat } from '../../api/types';
import { spoken, type Piece } from '../../strings/index.svelte';
import type { Place } from '../board/board.svelte';
import { inPieces } from './emphasis';
import { placesOf } from '../board/event_places';
import { entriesThatHold, sectionsOf, type LogSection, type SectionKind } from './sections';
import type { Room } from '../room/room.svelte';
import { tellSection, type Listener } from './section_words';
import { tellTurn } from './turn_words';

export interface LogContext extends Listener {
  /** Who begins the round that was dealt last, where no move tells it yet. */
  first: string | null;
}

export interface LogLine {
  key: string;
  /** The entries the line tells of: the first and the last ply. */
  ply: number;
  last: number;
  /** Whose cube leads the line; null where it tells of several or of nobody. */
  seat: string | null;
  kind: SectionKind;
  pieces: Piece[];
  /** The places on the table that it tells of. */
  places: Place[];
  events: GameEvent[];
}

const PICTURES: Partial<Record<SectionKind, string>> = {
  waiting: 'moon',
  row: 'peasant',
  start: 'camel',
  income: 'banker',
  ishtar: 'priest',
  marduk: 'priest',
  over: 'star',
  favour: 'tile',
  leftovers: 'good',
  won: 'star',
  undo: 'back',
  table: 'clock',
};

/** The picture that leads a line: the cube of whom it tells, else what it is about; null for none. */
export function pictureOfLine({ kind, seat }: LogLine): string | null {
  return seat && kind !== 'undo' ? `cube-${seat}` : (PICTURES[kind] ?? null);
}

/** How the latest round that is over ended: from its procession to the income of the next; null before that. */
export function endOfRound(lines: readonly LogLine[]): LogLine[] | null {
  const next = lines.findLastIndex(({ kind }) => kind === 'round');
  const from = lines.slice(0, next).findLastIndex(({ kind }) => kind === 'procession');
  if (next < 0 || from < 0) return null;
  return lines.slice(from, next + (lines[next + 1]?.kind === 'income' ? 2 : 1));
}

/** The lines of a round that were told before: they hold while the round and the listener are the same. */
interface Described {
  last: Entry;
  count: number;
  to: string;
  lines: LogLine[];
}
const described = new WeakMap<Entry, Described>();

/**
 * The log in words. A round that is over is told once and remembered, so that a long game costs no more than its
 * latest round. No move can be taken back over a deal, so rounds can be told one by one.
 */
export function tellEntries(entries: readonly Entry[], context: LogContext): LogLine[] {
  const lines: LogLine[] = [];
  const rounds = roundsOf(entries);
  const to = listenerKey(context);
  rounds.forEach((round, i) => {
    const [head] = round;
    const last = round.at(-1);
    if (!head || !last) return;
    const first = beginner(round) ?? handedTo(rounds[i - 1] ?? []) ?? context.first;
    const before = described.get(head);
    const key = `${to} ${first}`;
    if (before && before.last === last && before.count === round.length && before.to === key)
      lines.push(...before.lines);
    else {
      const sections = sectionsOf(entriesThatHold(round));
      const now = sections.flatMap((section, at) => {
        const nth = sections.slice(0, at).filter(({ ply }) => ply === section.ply).length;
        return line(section, nth, first, context);
      });
      described.set(head, { last, count: round.length, to: key, lines: now });
      lines.push(...now);
    }
  });
  return lines;
}

/** To whom a room's log is told: "you" is somebody who plays one seat. */
export function listenerOf(room: Room): LogContext {
  const { mine, game } = room;
  return {
    name: (seat) => room.name(seat),
    you: mine.length === 1 ? (mine[0] ?? null) : null,
    first: game?.view.first_player ?? null,
    winners: room.upToDate ? winnersOf(room) : [],
  };
}

/** Who has won: what the table decided counts more than what the rules alone say. */
export function winnersOf({ game }: Room): readonly Seat[] {
  return game?.ending.winners.length ? game.ending.winners : (game?.view.winners ?? []);
}

function line(section: LogSection, nth: number, first: string | null, context: LogContext): LogLine[] {
  const { kind, seat, ply, last, events } = section;
  if (kind === 'won' && context.winners.length === 0) return [];
  if (kind === 'turn' && events.length === 0) return [];
  const words = kind === 'turn' ? tellTurn(section, context) : tellSection(section, first, context);
  const places = new Set(events.flatMap(placesOf));
  for (const { what, detail } of events) if (what === 'row emptied') places.add(`row:${detail}`);
  return [
    {
      key: `${ply}-${nth}`,
      ply,
      last,
      seat: seat ?? soleSeat(kind, events),
      kind,
      pieces: inPieces(words),
      places: [...places],
      events,
    },
  ];
}

/** The seat of a line that happens to tell of one alone. */
function soleSeat(kind: SectionKind, events: readonly GameEvent[]): string | null {
  if (kind !== 'waiting' && kind !== 'row') return null;
  const seats = [...new Set(events.flatMap((event) => event.seat ?? []))];
  return seats.length === 1 ? (seats[0] ?? null) : null;
}

/** The entries round by round; each but the first begins with its deal. */
export function roundsOf(entries: readonly Entry[]): Entry[][] {
  const rounds: Entry[][] = [];
  for (const entry of entries) {
    const round = rounds.at(-1);
    if (!round || entry.kind === 'deal') rounds.push([entry]);
    else round.push(entry);
  }
  return rounds;
}

/** Who made the first move of a round; picking a bonus of the Palace is none. */
function beginner(round: readonly Entry[]): string | null {
  if (round[0]?.kind !== 'deal') return null;
  return round.find(({ kind, token }) => kind === 'move' && !token.startsWith('bonus:'))?.seat ?? null;
}

/** Who got the First player card at the end of a round. */
function handedTo(round: readonly Entry[]): string | null {
  const events = round.flatMap((entry) => entry.events);
  return events.findLast(({ what }) => what === 'first player')?.seat ?? null;
}

/** All that the words depend on besides what happened. */
function listenerKey(context: LogContext): string {
  const names = ['W', 'K', 'B', 'R'].map((seat) => context.name(seat));
  return [spoken(), context.you, context.winners.join(''), ...names].join('|');
}
