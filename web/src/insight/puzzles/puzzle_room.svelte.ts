/**
 * The room of a puzzle: a position in which one seat is to find the best turn. A click is an answer. What is right stays
 * on the table until the turn is whole; once the puzzle is over, the engine's line can be played there.
 */
import { body, http } from '../../api/http';
import { Refused } from '../../api/problems';
import type { Seat, View } from '../../api/types';
import { lookInto } from '../../facts.svelte';
import { unreachableTable } from '../../page/unreachable';
import { placeOf } from '../../table/answers/choices';
import type { Place } from '../../table/board/board.svelte';
import { placesOf } from '../../table/board/event_places';
import { lineOf, prospectsOf } from '../../table/room/line';
import { Room } from '../../table/room/room.svelte';
import { boardLine, type BoardStep } from '../shared/board_line';
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
  /** The engine's line, and how many of its moves are played on the table. */
  solution = $state.raw<BoardStep[]>([]);
  played = $state(0);
  /** What answers the last wrong turn. */
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
    const seat = puzzle.seat;
    this.puzzle = puzzle;
    this.setLine([]);
    this.wrong = null;
    this.solution = [];
    this.played = 0;
    this.refuting.clear();
    this.game = gameOf(puzzle.view, {
      decider: seat,
      legal: puzzle.moves,
      over: false,
      mine: (one) => one === seat,
    });
    this.startProspects = prospectsOf(puzzle.outlook);
    this.#learn(puzzle.attempt);
  }

  #learn(attempt: Attempt | null): void {
    this.made = attempt;
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
    return this.refuting.step ?? this.solution[this.played - 1];
  }

  override get deciding(): Seat | null {
    return this.over || this.refuting.step ? null : super.deciding;
  }

  override get me(): Seat | null {
    return this.seat;
  }

  /** The moves of the turn that are right so far. */
  get turn(): string[] {
    return this.line.map((step) => step.token);
  }

  /** The moves that were tried after those and are wrong. */
  #wrongNow = $derived.by(() => {
    const { turn } = this;
    const here = (this.made?.wrong ?? []).filter(
      (one) => one.length === turn.length + 1 && turn.every((token, i) => one[i] === token),
    );
    return here.map((one) => one.at(-1)!);
  });

  /** A move that was wrong is not offered again. */
  override get legal(): readonly string[] {
    return super.legal.filter((token) => !this.#wrongNow.includes(token));
  }

  override freshPlaces = $derived(new Set((this.#step?.events ?? []).flatMap(placesOf)));

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
    const tokens = [...this.turn, token];
    this.refuting.clear();
    await this.#change(async (key) => {
      const said = await this.source.answer(key, tokens);
      this.wrong = said.right ? null : token;
      if (said.result !== null) this.setLine([]);
      else if (said.right) await this.#goOn(tokens);
      if (!said.right) this.#refute(key, tokens);
      return said;
    }, token);
  }

  /** Ask what answers a wrong turn. */
  #refute(key: string, tokens: string[]): void {
    const { puzzle, base } = this;
    const ask = () => this.source.refute(key, tokens);
    if (puzzle && base) void this.refuting.ask(ask, puzzle.position, base, tokens.length);
  }

  /** Leave the right moves on the table, and offer what the rest of the turn may be. */
  async #goOn(tokens: string[]): Promise<void> {
    const { puzzle, base } = this;
    if (!puzzle || !base) return;
    const { position } = puzzle;
    const tried = await body(http.POST('/api/v1/positions/explore', { body: { position, tokens } }));
    if (this.puzzle === puzzle) this.setLine(lineOf({ ...tried, ply: 0 }, base, this.line));
  }

  async hint(): Promise<void> {
    await this.#change((key) => this.source.hint(key));
  }

  async giveUp(): Promise<void> {
    this.wrong = null;
    this.setLine([]);
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
    const { puzzle, base } = this;
    if (!puzzle || !base) return;
    try {
      const steps = await boardLine(puzzle.position, tokens, base);
      if (this.puzzle === puzzle) this.solution = steps;
    } catch {
      // The line can still be read: it is part of the solution.
    }
  }
}
