/**
 * The room of a puzzle: a position in which one seat is to find the best turn, and perhaps the turns behind it. A click is
 * an answer. What is right stays on the table; after a whole turn the others reply there. Once the puzzle is over, the
 * engine's line can be played.
 */
import { Refused } from '../../api/problems';
import type { Seat, View } from '../../api/types';
import { lookInto } from '../../facts.svelte';
import { unreachableTable } from '../../page/unreachable';
import { placeOf } from '../../table/answers/choices';
import type { Place } from '../../table/board/board.svelte';
import { placesOf } from '../../table/board/event_places';
import { prospectsOf, type Prospects } from '../../table/room/line';
import { Room } from '../../table/room/room.svelte';
import { boardLine, type BoardStep } from '../shared/board_line';
import { BoardWalk } from '../shared/board_walk.svelte';
import { gameOf } from '../shared/position_game';
import { Refuting } from '../shared/refuting.svelte';
import { NoPuzzle, PACKAGED, type Attempt, type Puzzle, type Standing, type Which } from './puzzle_source';

export class PuzzleRoom extends Room {
  puzzle = $state.raw<Puzzle | null>(null);
  /** What has been made of it so far. */
  made = $state.raw<Attempt | null>(null);
  standing = $state.raw<Standing | null>(null);
  /** The last move that was said and is not the solution. */
  wrong = $state<string | null>(null);
  /** The last move that was said and is right. */
  right = $state<string | null>(null);
  /** The moves before the turn that is to be found, and its number. */
  #before = $state.raw<string[]>([]);
  turnNumber = $state(1);
  /** The engine's line, and how many of its moves are played on the table. */
  solution = $state.raw<BoardStep[]>([]);
  played = $state(0);
  /** What the others replied to the turn before. */
  readonly reply = new BoardWalk();
  /** What answers the last wrong move. */
  readonly refuting = new Refuting();

  constructor(readonly source = PACKAGED) {
    super('puzzle');
  }

  /** Whether it is a mistake of mine that comes back. */
  get own(): boolean {
    return this.source !== PACKAGED;
  }

  async enter(which: Which): Promise<void> {
    lookInto();
    this.trouble = null;
    try {
      const [puzzle, standing] = await Promise.all([this.source.find(which), this.source.standing()]);
      this.standing = standing;
      this.#lay(puzzle);
    } catch (problem) {
      if (problem instanceof Refused || problem instanceof NoPuzzle) this.gone = true;
      else this.trouble = unreachableTable();
    }
  }

  #lay(puzzle: Puzzle): void {
    this.puzzle = puzzle;
    this.wrong = null;
    this.right = null;
    this.solution = [];
    this.played = 0;
    this.refuting.clear();
    this.#begin();
    this.#learn(puzzle.attempt);
  }

  /** Lay the position in which the puzzle begins. */
  #begin(): void {
    const { puzzle } = this;
    if (!puzzle) return;
    this.#turn(1, [], puzzle.view, puzzle.moves, prospectsOf(puzzle.outlook));
    this.#setReply([]);
  }

  /** Lay the position in which a turn begins, after some moves. */
  #turn(number: number, before: string[], view: View, legal: string[], prospects: Prospects | null): void {
    this.turnNumber = number;
    this.#before = before;
    this.setLine([]);
    const mine = (one: Seat) => one === this.seat;
    const players = this.source.players();
    this.game = gameOf(view, { decider: this.seat, legal, over: false, mine, players });
    this.startProspects = prospects;
  }

  #setReply(steps: BoardStep[]): void {
    this.reply.show(0);
    this.reply.steps = steps;
  }

  #learn(attempt: Attempt | null): void {
    this.made = attempt;
    if (this.over) this.#begin();
    if (attempt?.solution) void this.#fetchSolution(attempt.solution.best_line);
  }

  /** Whether it is solved or failed. */
  get over(): boolean {
    return this.made !== null && this.made.result !== null;
  }

  get seat(): Seat | null {
    return this.puzzle?.seat ?? null;
  }

  // What is shown.

  override get view(): View | null {
    return this.#step?.view ?? super.view;
  }

  /** The step of a line that is seen on the board; undefined while the question is. */
  get #step(): BoardStep | undefined {
    return this.refuting.step ?? this.reply.step ?? this.solution[this.played - 1];
  }

  override get deciding(): Seat | null {
    return this.over || this.#step ? null : super.deciding;
  }

  override get me(): Seat | null {
    return this.seat;
  }

  /** What is asked for: a turn, the rest of one, or one behind it. */
  get question(): 'puzzle.question' | 'puzzle.question.again' | 'puzzle.finish' {
    if (this.turn.length) return 'puzzle.finish';
    return this.turnNumber > 1 ? 'puzzle.question.again' : 'puzzle.question';
  }

  /** The moves of the turn that are right so far. */
  get turn(): string[] {
    return this.line.map((step) => step.token);
  }

  /** All moves that are right so far, the replies of the others among them. */
  get #moves(): string[] {
    return [...this.#before, ...this.turn];
  }

  /** The moves that were tried after those and are wrong. */
  #wrongNow = $derived.by(() => {
    const moves = this.#moves;
    const here = (this.made?.wrong ?? []).filter(
      (one) => one.length === moves.length + 1 && moves.every((token, i) => one[i] === token),
    );
    return here.map((one) => one.at(-1)!);
  });

  /** A move that was wrong is not offered again. */
  override get legal(): readonly string[] {
    return super.legal.filter((token) => !this.#wrongNow.includes(token));
  }

  override freshPlaces = $derived.by(() => {
    const steps = this.#step ? [this.#step] : this.line.length || this.over ? [] : this.reply.steps;
    return new Set(steps.flatMap(({ events }) => events.flatMap(placesOf)));
  });

  /** The places of the moves that were tried and are wrong. */
  wrongPlaces = $derived.by((): ReadonlySet<Place> => {
    const { view, seat } = this;
    return new Set(view && seat ? this.#wrongNow.map((token) => placeOf(token, view, seat)) : []);
  });

  /** The place of the solution, once it may be shown. */
  bestPlace = $derived.by((): Place | null => {
    const { base, seat } = this;
    const best = this.made?.solution?.best;
    return base && seat && best ? placeOf(best, base, seat) : null;
  });

  /** Play so many moves of the engine's line on the table. */
  show(played: number): void {
    this.refuting.show(0);
    this.played = Math.max(0, Math.min(played, this.solution.length));
  }

  // What is done.

  override async tryMove(token: string): Promise<void> {
    if (this.over || this.busy) return;
    const tokens = [...this.#moves, token];
    this.refuting.clear();
    await this.#change(async (key) => {
      const said = await this.source.answer(key, tokens);
      this.wrong = said.right ? null : token;
      this.right = said.right ? token : null;
      if (said.right && said.result === null) await this.#goOn(tokens, said);
      if (!said.right) this.#refute(key, tokens);
      return said;
    }, token);
  }

  /** Ask what answers a wrong turn. */
  #refute(key: string, tokens: string[]): void {
    const { puzzle } = this;
    const ask = () => this.source.refute(key, tokens);
    if (puzzle) void this.refuting.ask(ask, puzzle.position, puzzle.view, tokens.length);
  }

  /** Leave the right moves on the table, and offer the rest of the turn; or let the others reply, and offer the next. */
  async #goOn(tokens: string[], { reply, turn }: Attempt): Promise<void> {
    const { puzzle } = this;
    if (!puzzle) return;
    const steps = await boardLine(puzzle.position, [...tokens, ...reply], puzzle.view);
    const last = steps.at(-1);
    if (this.puzzle !== puzzle || !last) return;
    if (turn === this.turnNumber) return this.setLine(steps.slice(this.#before.length));
    this.#turn(turn, [...tokens, ...reply], last.view, last.legal, last.prospects);
    this.#setReply(steps.slice(tokens.length));
    if (reply.length) this.reply.play(0);
  }

  async hint(): Promise<void> {
    await this.#change((key) => this.source.hint(key, this.#moves));
  }

  async giveUp(): Promise<void> {
    this.wrong = null;
    this.right = null;
    await this.#change((key) => this.source.giveUp(key));
  }

  async #change(ask: (key: string) => Promise<Attempt>, what: string | null = null): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.busy) return;
    await this.attempt(async () => {
      const attempt = await ask(puzzle.id);
      if (this.puzzle !== puzzle) return;
      this.picked = [];
      this.opened = null;
      this.#learn(attempt);
      if (this.over) this.standing = await this.source.standing();
    }, what);
  }

  async #fetchSolution(tokens: string[]): Promise<void> {
    const { puzzle } = this;
    if (!puzzle) return;
    try {
      const steps = await boardLine(puzzle.position, tokens, puzzle.view);
      if (this.puzzle === puzzle) this.solution = steps;
    } catch {
      // The line can still be read: it is part of the solution.
    }
  }
}
