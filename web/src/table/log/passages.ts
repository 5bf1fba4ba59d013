/** The log cut into passages: a whole turn, the scoring of a temple, a round's beginning; undone moves are left out. */
import type { Entry, GameEvent } from '../../api/types';

export type PassageKind =
  | 'round'
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
  | 'over'
  | 'favour'
  | 'leftovers'
  | 'won';

export interface Passage {
  kind: PassageKind;
  /** Whose passage it is; null where it tells of several or of nobody. */
  seat: string | null;
  /** The entries it comes from: the first and the last ply. */
  ply: number;
  last: number;
  tokens: string[];
  events: GameEvent[];
  /** How many moves were taken back, in an `undo`. */
  count: number;
}

const ACTION = /^(pass|noble|go:|free:|[a-z]+\/\d)/;

/** The kinds whose passages tell of the one seat that their events name. */
const OF_ONE_SEAT: readonly PassageKind[] = ['tammouz', 'limit', 'bonus'];
/** The kinds whose passages tell of the seat that moved. */
const OF_THE_MOVER: readonly PassageKind[] = ['turn', 'procession'];

/** The kinds that the final scoring counts player by player, and that are told of all players at once. */
const AT_ONCE: readonly PassageKind[] = ['favour', 'leftovers'];

/** How the end of the game is told. */
const LAST: readonly PassageKind[] = ['favour', 'leftovers', 'won'];

/** The entries that still hold: moves that were taken back are gone, the word that they were stays. */
export function standing(entries: readonly Entry[]): Entry[] {
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

/** The passages of entries that all hold. */
export function passagesOf(entries: readonly Entry[]): Passage[] {
  const found: Passage[] = [];
  let turn: Passage | null = null;

  function open(kind: PassageKind, seat: string | null, entry: Entry): Passage {
    const { ply } = entry;
    const passage = { kind, seat, ply, last: ply, tokens: [entry.token], events: [], count: 0 };
    found.push(passage);
    return passage;
  }

  function undo(entry: Entry): void {
    const last = found.at(-1);
    const again = last?.kind === 'undo' && last.seat === entry.seat ? last : open('undo', entry.seat, entry);
    again.count += 1;
    again.last = entry.ply;
  }

  function add(event: GameEvent, kind: PassageKind, entry: Entry): void {
    const mover = OF_THE_MOVER.includes(kind) ? entry.seat : null;
    const last = found.at(-1);
    let passage: Passage;
    if (kind === 'turn' && turn) {
      passage = turn;
      // The turn goes on after some of it was taken back: what holds now is told last.
      const at = found.indexOf(turn);
      if (found[at + 1]?.kind === 'undo') found.splice(at, found.length - at, ...found.slice(at + 1), turn);
    } else if (AT_ONCE.includes(kind))
      passage =
        found.findLast((one) => one.kind === kind && one.ply === entry.ply) ?? open(kind, null, entry);
    else if (last && last.kind === kind && goesOn(last, event, entry)) passage = last;
    else passage = open(kind, OF_ONE_SEAT.includes(kind) ? event.seat : mover, entry);
    passage.last = entry.ply;
    if (passage.tokens.at(-1) !== entry.token) passage.tokens.push(entry.token);
    passage.events.push(event);
  }

  for (const entry of entries) {
    if (entry.kind === 'undo') {
      undo(entry);
      continue;
    }
    if (entry.kind === 'move' && ACTION.test(entry.token)) turn = open('turn', entry.seat, entry);
    if (entry.token === 'keep') open('tammouz', entry.seat, entry);
    let before: PassageKind = 'turn';
    for (const event of entry.events) {
      const kind = kindOf(event, before);
      if (!kind) continue;
      if (kind !== 'turn' && kind !== 'row') turn = null;
      add(event, kind, entry);
      before = kind;
    }
    if (entry.events.some(({ what }) => what === 'game over')) {
      open('won', null, entry);
      const end = found.findIndex(({ kind }) => AT_ONCE.includes(kind));
      if (end >= 0)
        found.push(...found.splice(end).sort((a, b) => LAST.indexOf(a.kind) - LAST.indexOf(b.kind)));
    }
  }
  return found;
}

/** Whether an event belongs to the passage of its kind that was told last. */
function goesOn(passage: Passage, event: GameEvent, entry: Entry): boolean {
  switch (passage.kind) {
    case 'bonus':
      return event.what !== 'palace bonus';
    case 'waiting':
    case 'row':
      return passage.last === entry.ply;
    case 'tammouz':
    case 'limit':
      return passage.seat === event.seat;
    default:
      return true;
  }
}

/** The kind of passage an event is told in; null for what is only tidied away. */
function kindOf(event: GameEvent, before: PassageKind): PassageKind | null {
  const { clause, what, amount } = event;
  if (what === 'deal') return 'round';
  if (what === 'first player') return null;
  if (what === 'game over') return 'over';
  switch (clause) {
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
