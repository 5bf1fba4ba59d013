/** The room of a review: the game shown again, what is said of each decision, and decisions that are tried again. */
import { body, http } from '../../api/http';
import { followJob } from '../../api/jobs';
import { Refused, Unreachable } from '../../api/problems';
import type { Loss, MoveCost, Reason, Review, ReviewedMove, ReviewJob, Seat, View } from '../../api/types';
import { theBox } from '../../facts.svelte';
import { inWords } from '../../page/refusal';
import { ReplayRoom, type Stride } from '../../replay/room/replay_room.svelte';
import type { Source } from '../../replay/room/source';
import type { Scale } from '../shared/grades';
import { atLevel, shownLevel } from '../shared/level_shares';
import { t } from '../../strings/index.svelte';
import { placesOf } from '../../table/board/event_places';
import { lineOf, prospectsOf, type Step } from '../../table/room/line';
import { learnFrom } from '../own/mistakes';
import { evaluateMove, type Ask } from './asking';
import { decisionAt, lossesOf, roundsOf } from './findings';

/** What was answered in a try: what it costs, and why. */
interface Answered {
  move: string;
  /** Null while it is judged. */
  loss: Partial<Loss> | null;
  scale: Scale;
  as_good: boolean;
  reasons: readonly Reason[];
}

/** A decision that is tried again. */
interface Trial {
  decision: ReviewedMove;
  position: string;
  legal: string[];
  answered: Answered | null;
}

/** A decision that is thought about longer: how long by now, and which class it had. */
interface Longer {
  ply: number;
  times: number;
  was: ReviewedMove['grade'];
  running: boolean;
  playedOut: MoveCost['played_out'];
}

/** So many times the usual thought, step by step, and pairs of games that are played to the end. */
const LONGER = [
  [10, 0],
  [40, 100],
] as const;

export class ReviewRoom extends ReplayRoom {
  review = $state.raw<Review | null>(null);
  status = $state<ReviewJob['status']>('waiting');
  /** Why there is no review; empty while all is well. */
  fault = $state('');
  /** Whose losses are looked at. */
  whose = $state<Seat>() as Seat;
  /** Whether the summary is looked at, not a moment. */
  summary = $state(true);
  trial = $state.raw<Trial | null>(null);
  /** The better line as far as it is played out; null where it is not looked at. */
  better = $state.raw<{ steps: Step[]; at: number } | null>(null);
  longer = $state.raw<Longer | null>(null);
  /** The seats of the reader. */
  readonly readers: readonly Seat[];

  #ask: Ask;
  #unfollow: (() => void) | null = null;
  /** Which question to the server is the latest; answers to others are of no use any more. */
  #requests = 0;
  /** The plies whose answer the reader has looked for, or asked for. */
  readonly #answered = new Set<number>();

  constructor(source: Source, ply: number, ask: Ask) {
    super(source, ply);
    this.#ask = ask;
    this.readers = source.seats.filter((one) => one.yours || one.was_yours).map(({ seat }) => seat);
    this.whose = this.readers[0] ?? source.replay.start.seats[0]?.seat ?? 'W';
    this.summary = ply === 0;
  }

  /** The level whose win shares are shown; empty for strong play. */
  level = $derived(shownLevel(this.review?.powers));
  /** The review with the win shares that are shown; losses are those of strong play. */
  shown = $derived(
    this.review && {
      ...this.review,
      shares: this.review.shares.map((shares, ply) => this.atLevel(shares, ply)),
    },
  );

  /** Win shares of a moment as they are shown. */
  atLevel(shares: Readonly<Record<string, number>>, ply: number): Record<string, number> {
    return atLevel(shares, this.review?.powers[this.level]?.[ply]);
  }

  losses = $derived(lossesOf(this.review, this.whose));
  /** The decision that is due at the moment shown. */
  decision = $derived(this.summary ? null : decisionAt(this.review, this.ply));
  rounds = $derived(
    roundsOf(
      this.entries.flatMap(({ kind }, ply) =>
        kind === 'deal' ? [{ ply, round: this.viewAt(ply + 1).round }] : [],
      ),
      this.last,
    ),
  );
  /** Positions can be asked about with the server's own box alone. */
  get canTry(): boolean {
    return theBox()?.own !== false;
  }

  // The review as it grows.

  read(): void {
    this.fault = '';
    this.#unfollow = followJob(
      this.#ask,
      ({ status, review }) => {
        this.status = status;
        if (review) this.review = this.#withLonger(review as Review);
        if (status === 'done' && this.canTry) void this.#learn();
        if (status === 'failed') this.fault = t('review.failed');
      },
      (problem) => (this.fault = inWords(problem)),
    );
  }

  /** Keep the mistakes of the reader's own seat: they come back as puzzles. */
  async #learn(): Promise<void> {
    const { review, source } = this;
    const [mine, ...others] = this.readers;
    if (!review || !source.game || !mine || others.length) return;
    const players = source.seats.map(({ seat, name, bot }) => ({ seat, name, bot }));
    await learnFrom(source.game, review, mine, players, source.position).catch(() => {}); // the review is there all the same
  }

  override leave(): void {
    super.leave();
    this.#unfollow?.();
  }

  // Going through it.

  override jump(ply: number): void {
    if (#requests in this) this.#leaveSummary(); // not while the room is made
    super.jump(ply);
  }

  override forward(stride: Stride): void {
    this.#leaveSummary();
    super.forward(stride);
  }

  override toggle(): void {
    this.#leaveSummary();
    super.toggle();
  }

  #leaveSummary(): void {
    this.#close();
    this.summary = false;
  }

  toSummary(): void {
    this.#close();
    this.summary = true;
  }

  /** The next or the previous loss of the seat; before the first one lies the summary. */
  async step(way: 1 | -1): Promise<void> {
    const here = this.summary ? -1 : this.ply;
    const to =
      way > 0 ? this.losses.find(({ ply }) => ply > here) : this.losses.findLast(({ ply }) => ply < here);
    if (to) await this.visit(to.ply);
    else if (way < 0) this.toSummary();
  }

  /** A loss of the seat as a question, until it was tried or its answer asked for; from then on with its answer. */
  async visit(ply: number): Promise<void> {
    const decision = decisionAt(this.review, ply);
    if (!decision || !this.canTry || this.#answered.has(ply)) this.jump(ply);
    else await this.#question(decision);
  }

  look(seat: Seat): void {
    this.#close();
    this.whose = seat;
  }

  #close(): void {
    this.#requests += 1;
    this.trial = null;
    this.better = null;
    this.picked = [];
    this.opened = null;
    this.startProspects = null;
    this.trouble = null;
  }

  // Trying again, and the better line.

  async tryAgain(): Promise<void> {
    if (this.decision) await this.#question(this.decision);
  }

  /** Ask a decision as a question: nobody sees the answer before the moves are known. */
  async #question(decision: ReviewedMove): Promise<void> {
    this.jump(decision.ply);
    const asking = this.#inquire(decision, async (position) => {
      const tried = await body(http.POST('/api/v1/positions/try', { body: { position, tokens: [] } }));
      return () => {
        this.startProspects = prospectsOf(tried.outlook);
        const legal = tried.outlook?.options.map(({ token }) => token) ?? [];
        this.trial = { decision, position, legal, answered: null };
      };
    });
    const hiding = { decision, position: '', legal: [], answered: null };
    this.trial = hiding;
    await asking;
    if (this.trial === hiding) this.trial = null; // it cannot be asked
  }

  async showBetter(): Promise<void> {
    const { decision, ply } = this;
    if (!decision) return;
    await this.#inquire(decision, async (position) => {
      const tokens = decision.best_line;
      const tried = await body(http.POST('/api/v1/positions/try', { body: { position, tokens } }));
      return () => (this.better = { steps: lineOf(tried, this.viewAt(ply), []), at: 1 });
    });
  }

  /** Go along the better line, to a step of it; 0 is the moment before it. */
  walkBetter(to: number): void {
    if (this.better)
      this.better = { ...this.better, at: Math.max(0, Math.min(to, this.better.steps.length)) };
  }

  /** Back from a try or a line to the moment. */
  backToMoment(): void {
    if (this.trial) this.#answered.add(this.trial.decision.ply);
    this.#close();
  }

  /** Once more: the answer is forgotten. */
  again(): void {
    if (this.trial) this.trial = { ...this.trial, answered: null };
    this.picked = [];
    this.trouble = null;
  }

  // Thinking longer.

  /** Whether the decision that is shown can be thought about longer than it was. */
  get canThinkLonger(): boolean {
    const { decision, longer, canTry } = this;
    if (!decision || decision.played === decision.best || !decision.counts || !canTry) return false;
    return !longer?.running && !this.#thought.has(decision.ply);
  }

  /** Judge the move again, with ever more thought: its interval shrinks, and its class may change. */
  async thinkLonger(): Promise<void> {
    const { decision } = this;
    if (!decision || !this.canThinkLonger) return;
    const { ply, played, best, grade } = decision;
    this.trouble = null;
    this.longer = { ply, times: 1, was: grade, running: true, playedOut: null };
    try {
      const position = await this.source.position(ply);
      for (const [times, games] of LONGER) {
        const cost = await evaluateMove(position, played, best, times, games);
        const { loss, grade: now, scale, reasons, best_line } = cost;
        this.#thought.set(ply, { loss, grade: now, scale, reasons, best_line });
        if (this.review) this.review = this.#withLonger(this.review);
        this.longer = { ...this.longer, times, playedOut: cost.played_out };
      }
    } catch (problem) {
      const known = problem instanceof Refused || problem instanceof Unreachable;
      this.trouble = known ? inWords(problem) : t('review.try.failed');
    }
    this.longer = this.longer.times > 1 ? { ...this.longer, running: false } : null;
  }

  #thought = new Map<number, Pick<ReviewedMove, 'loss' | 'grade' | 'scale' | 'reasons' | 'best_line'>>();

  #withLonger(review: Review): Review {
    const decisions = review.decisions.map((one) => ({ ...one, ...this.#thought.get(one.ply) }));
    const shares = [...review.shares];
    for (const [ply, { loss }] of this.#thought) {
      shares[ply] = loss.best;
      if (ply + 2 < shares.length) shares[ply + 1] = loss.played;
    }
    return { ...review, decisions, shares };
  }

  async #inquire(decision: ReviewedMove, ask: (position: string) => Promise<() => void>): Promise<void> {
    this.#close();
    const request = this.#requests;
    await this.attempt(async () => {
      const use = await ask(await this.source.position(decision.ply));
      if (request === this.#requests) use();
    });
  }

  /** An answer: the best and the played one are known, others are judged. */
  override async tryMove(move: string): Promise<void> {
    const { trial } = this;
    if (!trial || trial.answered) return;
    const { decision, position } = trial;
    this.#answered.add(decision.ply);
    const { scale, as_good } = decision;
    const answered = {
      ...trial,
      answered: { move, loss: known(decision, move), scale, as_good, reasons: [] } as Answered,
    };
    if (move === decision.played) answered.answered.reasons = decision.reasons ?? [];
    this.picked = [];
    this.trial = answered;
    if (answered.answered.loss) return;
    try {
      const evaluation = await evaluateMove(position, move, decision.best);
      if (this.trial === answered) this.trial = { ...trial, answered: { ...evaluation, move } };
    } catch (problem) {
      if (this.trial !== answered) return;
      this.trial = trial;
      this.trouble =
        problem instanceof Refused || problem instanceof Unreachable
          ? inWords(problem)
          : t('review.try.failed');
    }
  }

  override get deciding(): Seat | null {
    return this.trial && !this.trial.answered ? this.trial.decision.seat : null;
  }

  override get me(): Seat | null {
    return this.trial ? this.trial.decision.seat : null;
  }

  override get legal(): readonly string[] {
    return this.deciding ? (this.trial?.legal ?? []) : [];
  }

  override get view(): View {
    const { better } = this;
    return (better && better.steps[better.at - 1]?.view) ?? this.viewAt(this.ply);
  }

  /** Where a move is judged, its own marks are enough. */
  override freshPlaces = $derived.by(() => {
    const { better, decision } = this;
    const step = better?.steps[better.at - 1];
    if (better) return new Set(step?.events.flatMap(placesOf) ?? []);
    return new Set(decision?.grade || this.summary ? [] : (this.entry?.events.flatMap(placesOf) ?? []));
  });
}

function known(decision: ReviewedMove, move: string): Answered['loss'] {
  if (move === decision.best)
    return {
      points: 0,
      low: 0,
      high: 0,
      prestige: 0,
      prestige_low: 0,
      prestige_high: 0,
      proven: decision.loss.proven,
    };
  return move === decision.played ? decision.loss : null;
}
