/**
 * The room of a puzzle: a position in which one seat is to find the best move. A click is an answer; once the puzzle is
 * over, the engine's line can be played on the table.
 */
import { body, http } from '../../api/http';
import { Refused } from '../../api/problems';
import type { components } from '../../api/schema';
import { seatOf, type Seat, type View } from '../../api/types';
import { lookInto } from '../../facts.svelte';
import { beKnown } from '../../page/me.svelte';
import { unreachableTable } from '../../page/unreachable';
import { placeOf } from '../../table/answers/choices';
import type { Place } from '../../table/board/board.svelte';
import { placesOf } from '../../table/board/event_places';
import { lineOf, prospectsOf, type Step } from '../../table/room/line';
import { Room } from '../../table/room/room.svelte';
import { gameOf } from '../shared/position_game';

export type Puzzle = components['schemas']['PuzzleModel'];
export type Attempt = components['schemas']['PuzzleAttempt'];
export type Standing = components['schemas']['PuzzleStanding'];

/** A puzzle by its identity, the one of the day, or the next one, of a theme or of any. */
export type Which = { key: string } | 'daily' | { theme: string; after: string };

export class PuzzleRoom extends Room {
  puzzle = $state.raw<Puzzle | null>(null);
  /** What has been made of it so far. */
  made = $state.raw<Attempt | null>(null);
  standing = $state.raw<Standing | null>(null);
  /** The last move that was said and is not the solution. */
  wrong = $state<string | null>(null);
  /** The engine's line, and how many of its moves are played on the table. */
  solution = $state.raw<(Step & { seat: Seat | null })[]>([]);
  played = $state(0);

  constructor() {
    super('puzzle');
  }

  async enter(which: Which): Promise<void> {
    lookInto();
    this.trouble = null;
    try {
      const [puzzle, standing] = await Promise.all([
        body(asked(which)),
        body(http.GET('/api/v1/puzzles/me')),
      ]);
      this.standing = standing;
      this.#lay(puzzle);
    } catch (problem) {
      if (!(problem instanceof Refused)) this.trouble = unreachableTable();
      else this.gone = true;
    }
  }

  #lay(puzzle: Puzzle): void {
    const seat = puzzle.seat;
    this.puzzle = puzzle;
    this.setLine([]);
    this.wrong = null;
    this.solution = [];
    this.played = 0;
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
    return this.solution[this.played - 1]?.view ?? this.base;
  }

  override get deciding(): Seat | null {
    return this.over ? null : super.deciding;
  }

  override get me(): Seat | null {
    return this.seat;
  }

  /** A move that was wrong is not offered again. */
  override get legal(): readonly string[] {
    const wrong = this.made?.wrong ?? [];
    return super.legal.filter((token) => !wrong.includes(token));
  }

  override freshPlaces = $derived(new Set((this.solution[this.played - 1]?.events ?? []).flatMap(placesOf)));

  /** The places of the moves that were tried and are wrong. */
  wrongPlaces = $derived.by((): ReadonlySet<Place> => {
    const { base, seat } = this;
    return new Set(base && seat ? (this.made?.wrong ?? []).map((token) => placeOf(token, base, seat)) : []);
  });

  /** The place of the solution, once it may be shown. */
  bestPlace = $derived.by((): Place | null => {
    const { base, seat } = this;
    const best = this.made?.solution?.best;
    return base && seat && best ? placeOf(best, base, seat) : null;
  });

  /** Play so many moves of the engine's line on the table. */
  show(played: number): void {
    this.played = Math.max(0, Math.min(played, this.solution.length));
  }

  // What is done.

  override async tryMove(token: string): Promise<void> {
    if (this.over || this.busy) return;
    await this.#change(async (path) => {
      const said = await body(
        http.POST('/api/v1/puzzles/{key}/answer', { params: { path }, body: { token } }),
      );
      this.wrong = said.right ? null : token;
      return said;
    }, token);
  }

  async hint(): Promise<void> {
    await this.#change((path) => body(http.POST('/api/v1/puzzles/{key}/hint', { params: { path } })));
  }

  async giveUp(): Promise<void> {
    this.wrong = null;
    await this.#change((path) => body(http.POST('/api/v1/puzzles/{key}/give-up', { params: { path } })));
  }

  async #change(ask: (path: { key: string }) => Promise<Attempt>, what: string | null = null): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.busy) return;
    await this.attempt(async () => {
      await beKnown();
      const attempt = await ask({ key: puzzle.id });
      if (this.puzzle !== puzzle) return;
      this.setLine([]);
      this.#learn(attempt);
      if (this.over) this.standing = await body(http.GET('/api/v1/puzzles/me'));
    }, what);
  }

  async #fetchSolution(tokens: string[]): Promise<void> {
    const { puzzle, base } = this;
    if (!puzzle || !base) return;
    try {
      const found = await body(
        http.POST('/api/v1/positions/explore', { body: { position: puzzle.position, tokens } }),
      );
      if (this.puzzle !== puzzle) return;
      const steps = lineOf({ ...found, ply: 0 }, base, []);
      this.solution = steps.map((step, i) => ({ ...step, seat: seatOf(found.steps[i]?.seat) }));
    } catch {
      // The line can still be read: it is part of the solution.
    }
  }
}

function asked(which: Which) {
  if (which === 'daily') return http.GET('/api/v1/puzzles/daily');
  if ('key' in which) return http.GET('/api/v1/puzzles/{key}', { params: { path: which } });
  const query = { ...(which.theme && { theme: which.theme }), ...(which.after && { after: which.after }) };
  return http.GET('/api/v1/puzzles/next', { params: { query } });
}
