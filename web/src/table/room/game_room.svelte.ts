/**
 * A game that is played here. `game` is the latest that is known of it; what is shown goes after it move by move
 * (`Following`). A turn is tried as a line of moves on a copy; nothing counts until it is sent.
 */
import { lookInto } from '../../facts.svelte';
import { withChanges } from '../../api/changes';
import type { GameApi, Proposing } from '../../api/game_api';
import { Refused, Unreachable } from '../../api/problems';
import type { Entry, Game, EntryUpdate, Seat, TalkMessage, Update, View } from '../../api/types';
import { preferences } from '../../preferences.svelte';
import { unreachableTable } from '../../page/unreachable';
import { t } from '../../strings/index.svelte';
import { Following, type Moment, type Pacing } from './following.svelte';
import { lineOf, prospectsOf } from './line';
import { Room } from './room.svelte';

/** Answers to an id of no game, and to one that no game can have. */
const NO_SUCH_GAME = [404, 400];
/** How long to wait before a server that did not answer is asked again, in milliseconds. */
const AGAIN = 2000;

type News = Update | Game;

export class GameRoom extends Room {
  #following = new Following(this);
  #stop: (() => void) | null = null;
  #timer = 0;
  /** The moves that are on their way, and may come back as entries. */
  #sent: readonly string[] = [];
  /** How many requests are under way that tell what is new, and what was told meanwhile another way. */
  #asking = 0;
  #waiting: News[] = [];
  #left = false;
  /** Since when the decision is mine to make. */
  #askedAt = 0;
  /** Told of what is said at the table. */
  onSaid: ((talk: TalkMessage) => void) | null = null;
  #counted = $state(false);

  constructor(readonly api: GameApi) {
    super(api.id);
  }

  // Coming and going.

  async enter(): Promise<void> {
    try {
      const game = await this.api.load(0);
      if (this.#left) return;
      this.trouble = null;
      this.entries = game.entries;
      this.game = game;
      lookInto(game.box);
      this.#askedAt = performance.now();
      this.startProspects = prospectsOf(game.outlook);
      this.#following.start(game);
      this.#stop = this.api.watch(
        {
          receive: (news) => this.receive(news),
          connected: (now) => this.#connected(now),
          gone: () => (this.gone = true),
          said: (talk) => this.onSaid?.(talk),
        },
        () => (this.game && !this.game.fairness.stage ? this.game.ply : null),
      );
    } catch (problem) {
      if (problem instanceof Refused && NO_SUCH_GAME.includes(problem.problem.status)) this.gone = true;
      else this.complain(problem);
      if (problem instanceof Unreachable && !this.#left)
        this.#timer = window.setTimeout(() => void this.enter(), AGAIN);
    }
  }

  leave(): void {
    this.#left = true;
    window.clearTimeout(this.#timer);
    this.#stop?.();
  }

  #connected(now: boolean): void {
    this.connected = now;
    if (now && this.trouble === unreachableTable()) this.trouble = null;
  }

  // What is shown.

  override get base(): View | null {
    return this.#following.shown?.view ?? null;
  }

  override get shownPly(): number {
    return this.#following.shown?.ply ?? 0;
  }

  override get acting(): Entry | null {
    return this.#following.acting;
  }

  /** While others play, and while their moves wait to be seen. */
  override get pacing(): Pacing | null {
    const over = this.game?.over && this.upToDate;
    return this.game && !over && this.deciding === null && !this.complete ? this.#following : null;
  }

  override get counting(): boolean {
    if (this.line.at(-1)?.question === 'over') return true;
    const { game } = this;
    return game !== null && game.over && !game.ending.ended && this.upToDate && !this.#counted;
  }

  override counted(): void {
    this.#counted = true;
  }

  // What is done.

  /** Try a move. The answer brings all that is needed to go on: one click is one request. */
  override async tryMove(token: string): Promise<void> {
    const { game, base, line } = this;
    if (!game || !base || !this.deciding || this.busy) return;
    const tokens = [...line.map((step) => step.token), token];
    await this.attempt(async () => {
      if (!preferences.confirm && this.#endsTurn(token)) return this.#send(tokens);
      const tried = await this.api.tryMoves(game.ply, tokens);
      if (this.game?.ply !== game.ply) return;
      this.setLine(lineOf(tried, base, line));
      if (this.complete && !preferences.confirm) await this.#send(tokens);
    }, token);
  }

  /** Whether nothing is asked after a move: then it need not be tried before it is sent. */
  #endsTurn(token: string): boolean {
    return this.prospects.options.get(token)?.then.length === 0;
  }

  override async confirm(): Promise<void> {
    if (!this.complete || this.busy) return;
    const tokens = this.line.map((step) => step.token);
    await this.attempt(() => this.#send(tokens), 'confirm');
  }

  override get canStepBack(): boolean {
    return super.canStepBack || (this.game?.can_undo ?? false);
  }

  /** One step back: a pick, a tried move, or the last decision that was sent. */
  override async stepBack(): Promise<void> {
    const { game } = this;
    if (!this.stepBackUndoes) await super.stepBack();
    else if (game?.can_undo && !this.busy)
      await this.attempt(() => this.#ask(() => this.api.undo(game.ply)), 'back');
  }

  /** Leave the game for good. */
  async resign(seat: Seat): Promise<void> {
    await this.attempt(async () => this.receive(await this.api.resign(seat)));
  }

  /** Propose something for the first of my seats, agree with it or refuse it. */
  async propose(what: Proposing): Promise<void> {
    const [seat] = this.mine;
    if (seat) await this.attempt(async () => this.receive(await this.api.propose(seat, what)));
  }

  /** The game after this one, made by the first who asks for it; its id, or null if that failed. */
  async rematch(): Promise<string | null> {
    let next = this.game?.rematch ?? null;
    await this.attempt(async () => {
      next ??= await this.api.rematch();
    });
    return next;
  }

  async #send(tokens: readonly string[]): Promise<void> {
    const ply = this.game?.ply ?? 0;
    this.#sent = tokens;
    try {
      const thought = this.game?.clock ? Math.round(performance.now() - this.#askedAt) : null;
      await this.#ask(() => this.api.move(ply, tokens, thought));
    } finally {
      this.#sent = [];
    }
  }

  /**
   * Ask for something whose answer tells what is new; what is told meanwhile waits for it. If no answer comes, or what
   * is known here is old, the game is loaded once: the move may count all the same.
   */
  async #ask(asking: () => Promise<News>): Promise<void> {
    const ply = this.game?.ply;
    await this.#meanwhileWaiting(async () => {
      try {
        if (!this.#take(await asking())) await this.#load();
      } catch (problem) {
        const stale = problem instanceof Refused && problem.kind === 'stale';
        if (!stale && !(problem instanceof Unreachable)) throw problem;
        await this.#load();
        if (stale || this.game?.ply === ply) throw problem;
      }
    });
  }

  /** A server that did not answer is asked again until it does: the word of it goes as it came. */
  #lookAgain(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(async () => {
      if (this.#left || this.trouble !== unreachableTable()) return;
      try {
        await this.#meanwhileWaiting(() => this.#load());
        if (this.trouble === unreachableTable()) this.trouble = null;
      } catch {
        this.#lookAgain();
      }
    }, AGAIN);
  }

  protected override complain(problem: unknown): void {
    super.complain(problem);
    if (problem instanceof Unreachable && this.game) this.#lookAgain();
    if (!(problem instanceof Refused) || problem.kind !== 'stale') return;
    this.trouble = t('trouble.stale');
    if ((problem.problem.ply ?? 0) > (this.game?.ply ?? 0)) void this.#catchUp();
  }

  // What happens.

  /** The game has gone on, or somebody came or went. */
  receive(news: News): void {
    if (this.#asking > 0) this.#waiting.push(news);
    else if (!this.#take(news)) void this.#catchUp();
  }

  /** Take what is new; false where entries are missing, and nothing was taken. */
  #take(news: News): boolean {
    const known = this.game?.ply ?? 0;
    const missing = this.#fresh(news).length < news.ply - known;
    if (!missing && news.ply >= known && !this.#isFromBeforeTheStart(news)) this.#goOn(news);
    return !missing;
  }

  /** An answer can come after newer words of the websocket: a game that has begun never gathers people again. */
  #isFromBeforeTheStart(news: News): boolean {
    return !this.game?.fairness.stage && Boolean(news.fairness.stage);
  }

  #fresh(news: News): (Entry | EntryUpdate)[] {
    return news.entries.filter((entry) => entry.ply > (this.game?.ply ?? 0));
  }

  #goOn(news: News): void {
    const { game } = this;
    if (!game) return;
    const fresh = this.#fresh(news);
    const view = news.type === 'game' ? news.view : fresh.filter(hasChanges).reduce(changed, game.view);
    const seen = this.#seen(fresh);
    if (news.legal !== null && fresh.length > 0) this.#askedAt = performance.now();
    const { outlook, legal, entries: _entries, type: _type, ...facts } = news;
    this.game = { ...game, ...facts, legal, view };
    // Who is told again of the same moment, but without the outlook, keeps what is known.
    if (outlook || legal === null || fresh.length > 0) this.startProspects = prospectsOf(outlook);
    if (fresh.length === 0) return;
    this.entries = [...this.entries, ...fresh];
    this.#following.add(fresh, { ply: news.ply, view }, seen);
    if (fresh.some(({ kind }) => kind !== 'table')) this.setLine([]);
  }

  /** How far the new entries are one's own, which were seen when they were tried; null if they are not. */
  #seen(fresh: readonly (Entry | EntryUpdate)[]): Moment | null {
    const tried = this.line.map((step) => step.token);
    const tokens = this.#sent.length ? this.#sent : tried;
    const own = fresh.slice(0, tokens.length);
    const last = own.at(-1);
    const base = this.#following.shown?.view;
    if (!last || !base || tokens.some((token, i) => own[i]?.kind !== 'move' || own[i].token !== token))
      return null;
    if (tokens.length === tried.length) return { ply: last.ply, view: this.line.at(-1)?.view ?? base };
    return own.every(hasChanges) ? { ply: last.ply, view: own.reduce(changed, base) } : null;
  }

  /** Load what is missing, once; what is told meanwhile waits for it. */
  async #catchUp(): Promise<void> {
    if (this.#asking > 0) return;
    try {
      await this.#meanwhileWaiting(() => this.#load());
    } catch (problem) {
      this.complain(problem);
    }
  }

  async #load(): Promise<void> {
    const ply = this.game?.ply ?? 0;
    const game = await this.api.load(ply);
    if (game.ply >= ply) this.#goOn(game);
  }

  async #meanwhileWaiting(doing: () => Promise<void>): Promise<void> {
    this.#asking += 1;
    try {
      await doing();
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0) this.#waiting.splice(0).forEach((news) => this.receive(news));
    }
  }
}

function changed(view: View, entry: EntryUpdate): View {
  return withChanges(view, entry.set);
}

function hasChanges(entry: Entry | EntryUpdate): entry is EntryUpdate {
  return 'set' in entry;
}
