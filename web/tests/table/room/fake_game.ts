/** A game that answers as the server does, move by move, and counts what it is asked. */
import { opensTurn } from '../../opens_turn';
import type { GameApi, Watcher } from '../../../src/api/game_api';
import { Refused, Unreachable } from '../../../src/api/problems';
import { UNDISTURBED } from '../../../src/api/types';
import type { Game, Problem, Seat, EntryUpdate, Tried, Update, View } from '../../../src/api/types';
import { twoPlayers as view } from '../../views';

type Answer = Update | Game;

/** The prestige of White counts the moves, so that a view says after how many it is. */
function viewAt(ply: number, decider: Seat): View {
  const [white, ...others] = view.seats;
  return {
    ...view,
    seats: [{ ...white!, prestige: ply }, ...others],
    question: { seat: decider, kind: 'action', task: 'turn' },
  };
}

export class FakeGame implements GameApi {
  readonly id = 'fake';
  asked: string[] = [];
  entries: EntryUpdate[] = [];
  decider: Seat = 'W';
  watcher: Watcher | null = null;
  /** What the next requests wait for or fail with, in turn. */
  before: (() => Promise<void> | void)[] = [];
  undoable = false;

  get ply(): number {
    return this.entries.length;
  }

  get view(): View {
    return viewAt(this.ply, this.decider);
  }

  /** A move of somebody, which counts. */
  push(seat: Seat, token: string, next: Seat, kind: 'move' | 'undo' = 'move'): EntryUpdate {
    const ply = this.ply + 1;
    const set = { 'seats/0/prestige': ply, 'question/seat': next };
    const entry = {
      ply,
      kind,
      seat,
      token,
      opens_turn: opensTurn(token),
      count: kind === 'undo' ? 1 : 0,
      at: 0,
      by_bot: seat === 'K',
      events: [],
      set,
    };
    this.entries = [...this.entries, entry];
    this.decider = next;
    return entry;
  }

  private get head() {
    const mine = this.decider === 'W';
    return {
      id: this.id,
      ply: this.ply,
      seats: (['W', 'K'] as const).map((seat) => ({
        seat,
        name: seat,
        kind: seat === 'W' ? ('person' as const) : ('bot' as const),
        bot: seat === 'W' ? null : 'Steward',
        yours: seat === 'W',
        returnable: false,
        was_yours: false,
        last_seen: null,
        wish: null,
        votes: 0,
        votes_needed: 1,
      })),
      online: ['W' as const],
      decider: this.decider,
      waiting_for: mine ? ('person' as const) : ('bot' as const),
      over: false,
      can_undo: this.undoable,
      fairness: {} as Game['fairness'],
      rematch: null,
      coach: 'off' as const,
      challenge: null,
      absent_after: 60,
      ...UNDISTURBED,
      legal: mine ? ['pass', 'peasant/1'] : null,
      outlook: mine ? outlookOf(`at ${this.ply}`) : null,
    };
  }

  game(since: number): Game {
    const entries = this.entries.filter((entry) => entry.ply > since).map(({ set: _set, ...entry }) => entry);
    const facts = {
      type: 'game' as const,
      created: 0,
      public: false,
      name: '',
      box: '',
      yours: true,
      several_seats: false,
      closed: false,
      position: '',
    };
    return { ...this.head, ...facts, view: this.view, entries };
  }

  update(since: number): Update {
    return { ...this.head, type: 'update', entries: this.entries.filter((entry) => entry.ply > since) };
  }

  async #answer<T>(what: string, answer: () => T): Promise<T> {
    this.asked.push(what);
    await this.before.shift()?.();
    return answer();
  }

  load(since: number): Promise<Game> {
    return this.#answer(`load ${since}`, () => this.game(since));
  }

  watch(watcher: Watcher): () => void {
    this.watcher = watcher;
    return () => (this.watcher = null);
  }

  tryMoves(ply: number, tokens: readonly string[]): Promise<Tried> {
    return this.#answer(`try ${tokens.join(' ')}`, () => {
      const whole = tokens.length >= 2 || tokens[0] === 'pass';
      const steps = tokens.map((token, i) => {
        const last = i === tokens.length - 1 && whole;
        const decider: Seat = last ? 'K' : 'W';
        const set = { 'seats/0/prestige': ply + i + 1, 'question/seat': decider };
        const question = last ? ('action' as const) : ('row' as const);
        return {
          token,
          seat: 'W' as const,
          events: [],
          decider,
          question,
          legal: last ? [] : ['top', 'bottom'],
          set,
        };
      });
      return { ply, steps, ends_with: 'decision', outlook: whole ? null : outlookOf(tokens.join(' ')) };
    });
  }

  move(ply: number, tokens: readonly string[]): Promise<Answer> {
    return this.#answer(`move ${tokens.join(' ')}`, () => {
      this.play(tokens);
      return this.update(ply);
    });
  }

  /** The moves of White's turn are kept. */
  play(tokens: readonly string[]): void {
    tokens.forEach((token, i) => this.push('W', token, i === tokens.length - 1 ? 'K' : 'W'));
  }

  undo(ply: number): Promise<Answer> {
    return this.#answer('undo', () => {
      this.push('W', 'undo', 'W', 'undo');
      return this.update(ply);
    });
  }

  leaveSeat(): Promise<Game> {
    return this.#answer('leave', () => this.game(this.ply));
  }

  resign(): Promise<Game> {
    throw new Error('nobody resigns here');
  }

  propose(): Promise<Game> {
    throw new Error('nothing is proposed here');
  }

  plan(): Promise<Game> {
    throw new Error('nothing is planned here');
  }

  takeSeatBack(): Promise<Game> {
    return this.#answer('return', () => this.game(this.ply));
  }

  invitation(): Promise<string> {
    return this.#answer('invitation', () => 'abc');
  }

  rematch(): Promise<string> {
    return this.#answer('rematch', () => 'next');
  }
}

function outlookOf(key: string): NonNullable<Tried['outlook']> {
  const option = { token: 'pass', events: [], then: [], outcomes: [], garden: null };
  const reason = { token: 'go:Uruk', legal: false, clause: '7.2', missing: key, key: 'far', facts: {} };
  return { options: [option], reasons: [reason] };
}

/** Fails as a network does: nobody knows whether what was asked has happened. */
export function lost(): never {
  throw new Unreachable('no answer');
}

/** Refuses since the game has gone on. */
export function stale(ply: number): never {
  const problem = { type: 'urn:amyitis:problem:stale', title: 'stale', status: 409, detail: 'gone on', ply };
  throw new Refused(problem as Problem);
}
