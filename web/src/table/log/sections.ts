/** The log cut into sections: a whole turn, the scoring of a temple, a round's beginning; undone moves are left out. */
import type { Entry, GameEvent } from '../../api/types';

export type SectionKind =
  | 'round'
  | 'start'
  | 'income'
  | 'turn'
  | 'waiting'
  | 'row'
  | 'procession'
  | 'ishtar'
  | 'marduk'
  | 'tammouz'
  | 'limit'
  | 'bonus'
  | 'undo'
  | 'table'
  | 'over'
  | 'favour'
  | 'leftovers'
  | 'won';

export interface LogSection {
  kind: SectionKind;
  /** Whose section it is; null where it tells of several or of nobody. */
  seat: string | null;
  /** The entries it comes from: the first and the last ply. */
  ply: number;
  last: number;
  tokens: string[];
  events: GameEvent[];
  /** How many moves were taken back, in an `undo`. */
  count: number;
  /** Whether a bot has played it. */
  byBot: boolean;
}

/** Whether a turn, or a new round, begins with an entry. */
export function beginsTurn({ kind, opens_turn }: Entry): boolean {
  return kind === 'move' ? opens_turn : kind !== 'table';
}

/** The kinds whose sections tell of the one seat that their events name. */
const OF_ONE_SEAT: readonly SectionKind[] = ['tammouz', 'limit', 'bonus'];
/** The kinds whose sections tell of the seat that moved. */
const OF_THE_MOVER: readonly SectionKind[] = ['turn', 'procession'];

/** The kinds that the final scoring counts player by player, and that are told of all players at once. */
const AT_ONCE: readonly SectionKind[] = ['favour', 'leftovers'];

/** How the end of the game is told. */
export const COUNT: readonly SectionKind[] = ['favour', 'leftovers', 'won'];

/** The entries that still hold: moves that were taken back are gone, the word that they were stays. */
export function entriesThatHold(entries: readonly Entry[]): Entry[] {
  const found: Entry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'undo') {
      for (let n = entry.count; n > 0; n--) {
        const last = found.findLastIndex(({ kind }) => kind === 'move');
        if (last >= 0) found.splice(last, 1);
      }
    }
    found.push(entry);
  }
  return found;
}

/** The sections of entries that all hold. */
export function sectionsOf(entries: readonly Entry[]): LogSection[] {
  const sections: LogSection[] = [];
  let turn: LogSection | null = null;

  function open(kind: SectionKind, seat: string | null, entry: Entry): LogSection {
    const { ply, token, by_bot: byBot } = entry;
    const section = { kind, seat, ply, last: ply, tokens: [token], events: [], count: 0, byBot };
    sections.push(section);
    return section;
  }

  function undo(entry: Entry): void {
    const last = sections.at(-1);
    const again = last?.kind === 'undo' && last.seat === entry.seat ? last : open('undo', entry.seat, entry);
    again.count += 1;
    again.last = entry.ply;
  }

  function add(event: GameEvent, kind: SectionKind, entry: Entry): void {
    const mover = OF_THE_MOVER.includes(kind) ? entry.seat : null;
    const last = sections.at(-1);
    let section: LogSection;
    if (kind === 'turn' && turn) {
      section = turn;
      // The turn goes on after some of it was taken back: what holds now is told last.
      const at = sections.indexOf(turn);
      if (sections[at + 1]?.kind === 'undo')
        sections.splice(at, sections.length - at, ...sections.slice(at + 1), turn);
    } else if (AT_ONCE.includes(kind))
      section =
        sections.findLast((one) => one.kind === kind && one.ply === entry.ply) ?? open(kind, null, entry);
    else if (last && last.kind === kind && goesOn(last, event, entry)) section = last;
    else section = open(kind, OF_ONE_SEAT.includes(kind) ? event.seat : mover, entry);
    section.last = entry.ply;
    if (section.tokens.at(-1) !== entry.token) section.tokens.push(entry.token);
    section.events.push(event);
  }

  for (const entry of entries) {
    if (entry.kind === 'undo') {
      undo(entry);
      continue;
    }
    if (entry.kind === 'table') {
      if (entry.token !== 'begin') open('table', entry.seat === '$' ? null : entry.seat, entry);
      continue;
    }
    if (entry.opens_turn) turn = open('turn', entry.seat, entry);
    if (entry.token === 'keep') open('tammouz', entry.seat, entry);
    let before: SectionKind = 'turn';
    for (const event of entry.events) {
      const kind = kindOf(event, before);
      if (!kind) continue;
      if (kind !== 'turn' && kind !== 'row') turn = null;
      add(event, kind, entry);
      before = kind;
    }
    if (entry.events.some(({ what }) => what === 'game over')) {
      open('won', null, entry);
      const end = sections.findIndex(({ kind }) => AT_ONCE.includes(kind));
      if (end >= 0)
        sections.push(...sections.splice(end).sort((a, b) => COUNT.indexOf(a.kind) - COUNT.indexOf(b.kind)));
    }
  }
  return sections;
}

/** Whether an event belongs to the section of its kind that was told last. */
function goesOn(section: LogSection, event: GameEvent, entry: Entry): boolean {
  switch (section.kind) {
    case 'bonus':
      return event.what !== 'palace bonus';
    case 'waiting':
    case 'row':
      return section.last === entry.ply;
    case 'tammouz':
    case 'limit':
      return section.seat === event.seat;
    default:
      return true;
  }
}

/** The kind of section an event is told in; null for what is only tidied away. */
function kindOf(event: GameEvent, before: SectionKind): SectionKind | null {
  const { clause, what, amount } = event;
  if (what === 'deal') return 'round';
  if (what === 'first player') return null;
  if (what === 'game over') return 'over';
  switch (clause) {
    case '2.7':
      return 'start';
    case '4.2':
      return 'income';
    case '5.3':
      return what === 'talents' ? 'waiting' : 'turn';
    case '6.3':
      return 'row';
    case '6.4':
      return before === 'procession' ? 'procession' : 'turn';
    case '10.1':
      return 'procession';
    case '10.3':
      return 'ishtar';
    case '10.4':
      return 'marduk';
    case '10.5':
      return 'tammouz';
    case '10.6':
      return 'limit';
    case '11.2':
      return 'favour';
    case '11.3':
      return 'leftovers';
    case '13.4':
      return amount > 0 ? 'bonus' : null;
    case '13.5':
      if (what === 'palace bonus') return amount === 0 ? 'procession' : 'turn';
      return 'bonus';
    default:
      return 'turn';
  }
}
