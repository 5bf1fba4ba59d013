/**
 * The room of the lesson: a game that goes along a prepared line, step by step.
 *
 * The learner makes the moves, what others do is played by itself. The lesson brings all moments of its game, with what
 * may be said of each: one can go back and forth at will, and nothing is asked again.
 */
import { lookInto } from '../facts.svelte';
import { body, http } from '../api/http';
import { Refused } from '../api/problems';
import type { Seat } from '../api/types';
import { pace } from '../preferences.svelte';
import { unreachableTable } from '../page/unreachable';
import { tMade } from '../strings/index.svelte';
import type { Place } from '../table/board/board.svelte';
import { placeOf, type Choices } from '../table/answers/choices';
import { flightsOf } from '../table/board/flights';
import { NO_PROSPECTS, prospectsOf, type Prospects } from '../table/room/line';
import { Room } from '../table/room/room.svelte';
import { askedFrom, gameAt, triedAt, turnOf, watchedBefore, type Lesson, type LessonStep } from './lesson';
import { isDone, keepProgress, keptProgress, type Part } from './progress';

/** What is said to a click that does not help: a friendly word, never a dead end. */
type Hint = 'later' | 'refused' | 'nothing' | 'read';

/** Time to see a sentence before its move is shown, and to read on for each letter of it, at pace 1. */
const BEFORE = 500;
const PER_LETTER = 32;
const LEAST_REST = 900;
/** So many clicks astray, and the place that is meant is shown. */
const MOST_MISSES = 2;

export class LessonRoom extends Room {
  lesson = $state.raw<Lesson | null>(null);
  index = $state(0);
  /** Whether moves are being played to the learner. */
  watching = $state(false);
  hint = $state<Hint | null>(null);
  /** Whether we went on from an earlier visit and have done nothing since. */
  resumed = $state(false);
  /** Counts how often the place that is meant was asked for. */
  shown = $state(0);

  #misses = 0;
  /** Which showing of moves is the current one; others stop. */
  #showing = 0;

  constructor(readonly part: Part = 1) {
    super('lesson');
  }

  async enter(): Promise<void> {
    try {
      lookInto();
      this.lesson = await body(http.GET('/api/v1/lesson', { params: { query: { part: this.part } } }));
      const { steps } = this.lesson;
      const place = steps.findIndex((step) => step.key === keptProgress(this.part)?.at);
      this.resumed = place > 0 && place < steps.length - 1;
      this.#goTo(this.resumed ? place : 0);
    } catch (problem) {
      if (problem instanceof Refused) this.gone = true;
      else this.trouble = unreachableTable();
    }
  }

  leave(): void {
    this.#showing += 1;
  }

  // Where we are.

  step = $derived<LessonStep | null>(this.lesson?.steps[this.index] ?? null);
  /** The steps that ask something of the learner; what is watched between them is not counted. */
  asked = $derived(this.lesson?.steps.filter((step) => step.kind !== 'watch') ?? []);
  number = $derived(
    this.lesson?.steps.slice(0, this.index + 1).filter((step) => step.kind !== 'watch').length ?? 0,
  );
  /** What others did just before, by the keys of those steps. */
  meanwhile = $derived(this.lesson ? watchedBefore(this.lesson, this.index) : []);

  /** Whether this is the step with which the part ends. */
  ended = $derived(this.lesson !== null && this.index === this.lesson.steps.length - 1);

  get learner(): Seat {
    return this.lesson?.learner ?? 'W';
  }

  /** The move that is asked for; null where there is something else to do. */
  get wanted(): string | null {
    return this.step?.kind === 'do' && !this.watching ? (this.step.tokens[0] ?? null) : null;
  }

  /** Where the learner is meant to click: a place of the table, or `confirm`. */
  get target(): Place | null {
    if (this.step?.kind === 'confirm') return 'confirm';
    const { wanted, view } = this;
    return wanted && view ? placeOf(wanted, view, this.learner) : null;
  }

  override get upToDate() {
    return !this.watching || this.game?.decider === this.learner;
  }

  override get choices(): Choices {
    const { wanted, target } = this;
    const places = new Map(wanted && target ? [[target, [wanted]]] : []);
    return { places, chips: [], anchor: null, picks: [] };
  }

  /** Nothing looks forbidden while there is only something to read. */
  override get prospects(): Prospects {
    return this.step?.kind === 'do' ? super.prospects : NO_PROSPECTS;
  }

  /** What was done stays: the guide goes on from it. */
  override wouldSwitch(): boolean {
    return false;
  }

  // What the learner does.

  override async tryMove(token: string): Promise<void> {
    const { lesson, step } = this;
    if (!lesson || !step || token !== this.wanted) return;
    this.line = [...this.line, triedAt(lesson, step.ply)];
    await this.#advance();
  }

  override async confirm(): Promise<void> {
    if (this.step?.kind === 'confirm') await this.#advance();
  }

  /** Go on from something to read. */
  async next(): Promise<void> {
    if (this.step?.kind === 'read') await this.#advance();
  }

  /** Have the step played for us; or see no more of what is being shown. */
  async skip(): Promise<void> {
    const { lesson, wanted } = this;
    if (!lesson) return;
    if (this.watching) this.#goTo(askedFrom(lesson, this.index, 1) ?? 0);
    else if (wanted) await this.tryMove(wanted);
    else await this.#advance();
  }

  /** Back to the step before this one. */
  back(): void {
    const to = this.lesson ? askedFrom(this.lesson, this.index - 1, -1) : null;
    if (to !== null) this.#goTo(to);
  }

  again(): void {
    this.#goTo(0);
  }

  /** Point at the place that is meant. */
  show(): void {
    this.shown += 1;
  }

  /** A click that does not help. */
  nudge(refused: boolean, legal: boolean): void {
    if (this.watching) return;
    if (this.step?.kind === 'read') this.hint = 'read';
    else {
      this.hint = refused ? 'refused' : legal ? 'later' : 'nothing';
      this.#misses += 1;
      if (this.#misses >= MOST_MISSES && !refused) this.show();
    }
  }

  override get canStepBack() {
    return this.line.length > 0;
  }

  override get stepBackUndoes() {
    return this.line.length === 0;
  }

  override async stepBack(): Promise<void> {
    if (this.line.length > 0) this.back();
  }

  // How it goes on.

  async #advance(): Promise<void> {
    const { lesson } = this;
    const next = lesson?.steps[this.index + 1];
    if (!lesson || !next) return;
    const goesOn = turnOf(lesson, this.index + 1) <= this.index;
    if (next.kind === 'watch') {
      this.#settle(next.ply);
      this.index += 1;
      this.#arrive();
      await this.#watch();
    } else if (goesOn) {
      this.index += 1;
      this.#arrive();
    } else this.#goTo(this.index + 1);
  }

  /** Be at a step as if everything before it had been played. */
  #goTo(index: number): void {
    const { lesson } = this;
    const step = lesson?.steps[index];
    if (!lesson || !step) return;
    this.#showing += 1;
    this.watching = false;
    const start = lesson.steps[turnOf(lesson, index)]!.ply;
    this.#settle(start);
    this.line = Array.from({ length: step.ply - start }, (_, i) => triedAt(lesson, start + i));
    this.index = index;
    this.#arrive();
  }

  /** The table after so many moves, with nothing tried. */
  #settle(ply: number): void {
    if (!this.lesson) return;
    this.line = [];
    this.startProspects = prospectsOf(this.lesson.moments[ply]?.outlook ?? null);
    this.game = gameAt(this.lesson, ply);
    this.entries = this.lesson.entries.slice(0, ply);
  }

  #arrive(): void {
    const { step } = this;
    this.hint = null;
    this.#misses = 0;
    if (!step || step.kind === 'watch') return;
    const done = this.ended || isDone(this.part);
    keepProgress(this.part, { at: step.key, done });
  }

  async #watch(): Promise<void> {
    const showing = (this.#showing += 1);
    const { lesson } = this;
    this.watching = true;
    while (lesson && this.step?.kind === 'watch') {
      const { key, ply, tokens, leap } = this.step;
      await rest(BEFORE);
      const after = ply + tokens.length;
      if (leap && this.#showing === showing) this.#settle(after);
      for (let i = leap ? after : ply; i < after; i += 1) {
        const entry = lesson.entries[i]!;
        const flights = flightsOf(entry, this.view?.caravan ?? 'Babylon');
        if (this.#showing === showing && pace() > 0) await this.fly?.(flights, pace());
        if (this.#showing !== showing) return;
        this.onEntry?.(entry);
        this.#settle(i + 1);
      }
      await rest(Math.max(LEAST_REST, tMade(`learn.watch.${key}`, lesson.numbers).length * PER_LETTER));
      if (this.#showing !== showing) return;
      this.index += 1;
    }
    this.watching = false;
    this.resumed = false;
    this.#arrive();
  }
}

function rest(time: number): Promise<void> {
  const speed = pace();
  return speed > 0 ? new Promise((done) => setTimeout(done, time / speed)) : Promise.resolve();
}
