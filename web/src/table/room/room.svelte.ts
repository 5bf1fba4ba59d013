/**
 * A game at the table: what the server says of it, the moves that are tried before they are sent, and what is shown.
 *
 * `game` is the latest word of the server. `shown` follows it move by move, so that people see what happens. A turn
 * is tried out as a `line` of moves on the server's copy; nothing counts until it is confirmed.
 */
import { Refused, Unreachable, body, http } from '../../api/http';
import { Live } from '../../api/live';
import type { Entry, Game, Good, Option, Reason, Seat, SeatFacts, TryStep, View } from '../../api/types';
import { pace, preferences } from '../../preferences.svelte';
import { t } from '../../strings/index.svelte';
import type { Place } from '../board/board.svelte';
import { choicesOf, goodsIn, otherMoves, type Choices } from '../answers/choices';
import { flightsOf, placesOf, type Flight } from '../board/happenings';
import { nameOf } from '../players/players';

/** More moves than this at once are not shown one by one. */
const MOST_TO_FOLLOW = 60;
/** The rest between two moves, in milliseconds, at pace 1. */
const REST = 250;
/** Answers to an id of no game, and to one that no game can have. */
const NO_SUCH_GAME = [404, 400];
/** How long to wait before a server that did not answer is asked again, in milliseconds. */
const ENTER_AGAIN = 2000;

/** What is known of the moves at the end of a line: what each would do, and why others are not allowed. */
interface Outlook {
  options: Map<string, Option>;
  reasons: Map<string, Reason>;
}

export class Room {
  game = $state.raw<Game | null>(null);
  entries = $state.raw<Entry[]>([]);
  connected = $state(true);
  gone = $state(false);
  /** A sentence about something that went wrong; null when all is well. */
  trouble = $state<string | null>(null);
  busy = $state(false);

  /** The moves tried in this turn, and what each led to. */
  line = $state.raw<TryStep[]>([]);
  /** Goods picked so far for a sale or an exchange. */
  picked = $state.raw<Good[]>([]);
  /** A place that was clicked and means several moves. */
  opened = $state<Place | null>(null);
  /** Places that a line of the log points at. */
  spotlight = $state.raw<readonly Place[]>([]);
  outlook = $state.raw<Outlook>({ options: new Map(), reasons: new Map() });

  /** Lets pieces fly; set by the layer they fly on. */
  fly: ((flights: Flight[], pace: number) => Promise<void>) | null = null;
  /** Told of each entry as it is shown, for sounds and announcements. */
  onEntry: ((entry: Entry) => void) | null = null;

  #shown = $state.raw<{ ply: number; view: View } | null>(null);
  #live: Live | null = null;
  #following = false;
  #own = new Set<number>();
  #again = 0;

  constructor(readonly id: string) {}

  async enter(): Promise<void> {
    try {
      const path = { game_id: this.id };
      const game = await body(http.GET('/api/v1/games/{game_id}', { params: { path, query: { since: 0 } } }));
      this.trouble = null;
      this.game = game;
      this.entries = game.entries;
      this.#shown = { ply: game.ply, view: game.view };
      this.#live = new Live(
        this.id,
        {
          heard: (news) => this.heard(news),
          connected: (now) => {
            this.connected = now;
            if (now && this.trouble === t('trouble.unreachable')) this.trouble = null;
          },
          gone: () => (this.gone = true),
        },
        game.ply,
      );
      void this.#look();
    } catch (problem) {
      if (problem instanceof Refused && NO_SUCH_GAME.includes(problem.problem.status)) this.gone = true;
      else this.#complain(problem);
      if (problem instanceof Unreachable)
        this.#again = window.setTimeout(() => void this.enter(), ENTER_AGAIN);
    }
  }

  leave(): void {
    window.clearTimeout(this.#again);
    this.#live?.end();
  }

  // What is shown.

  /** The table as it is shown: after the tried moves, or as far as the moves of others have been followed. */
  get view(): View | null {
    return this.line.at(-1)?.view ?? this.#shown?.view ?? null;
  }

  /** How far the game has been shown. */
  get shownPly(): number {
    return this.#shown?.ply ?? this.game?.ply ?? 0;
  }

  /** Whether every move that is known has been shown. */
  get upToDate(): boolean {
    return this.game !== null && this.#shown?.ply === this.game.ply;
  }

  /** Whether the game is played here and now, not shown again. */
  get live(): boolean {
    return true;
  }

  /** The seat that decides, if it is mine and I have seen all there is to see. */
  get deciding(): Seat | null {
    const game = this.game;
    return game && game.legal !== null && this.upToDate ? game.decider : null;
  }

  /** The seats that are mine. */
  get mine(): Seat[] {
    return (
      this.game?.seats.filter((seat) => seat.yours && seat.kind === 'person').map((one) => one.seat) ?? []
    );
  }

  /** The seat whose table this is: the one that decides, else the first of mine. */
  get me(): Seat | null {
    return this.deciding ?? this.mine[0] ?? null;
  }

  seatFacts(seat: string): SeatFacts | undefined {
    return this.seats.find((one) => one.seat === seat);
  }

  /** Who sits where. */
  get seats(): readonly SeatFacts[] {
    return this.game?.seats ?? [];
  }

  /** What a seat is called in sentences; of two with one name, each has their colour behind it. */
  name(seat: string): string {
    const name = nameOf(this.seatFacts(seat), seat as Seat);
    const alike = this.seats.some((one) => one.seat !== seat && nameOf(one, one.seat) === name);
    return alike ? t('players.alike', { name, colour: t(`colour.${seat as Seat}`) }) : name;
  }

  /** The legal moves at the end of the line. */
  get legal(): readonly string[] {
    if (!this.deciding || this.complete) return [];
    return this.line.at(-1)?.legal ?? this.game?.legal ?? [];
  }

  /** Whether the tried moves are a whole turn, which waits for its confirmation. */
  get complete(): boolean {
    const last = this.line.at(-1);
    return last !== undefined && (last.decider !== this.deciding || endsTurn(last.question));
  }

  /** What may be chosen now. While a place that means several moves is open, only those. */
  get choices(): Choices {
    const chips = this.opened && this.offered.places.get(this.opened);
    return chips ? { places: new Map(), chips, anchor: this.opened, picks: [] } : this.offered;
  }

  /** What the question offers. */
  offered = $derived.by(() => choicesOf(this.legal, this.view, this.picked, this.#planted));

  get #planted(): string | null {
    const events = this.line.length
      ? this.line.flatMap((step) => step.events)
      : (this.entries.at(-1)?.events ?? []);
    return events.findLast((event) => event.what === 'tile')?.detail ?? null;
  }

  /** The places that the tried moves have changed. */
  triedPlaces = $derived(new Set(this.line.flatMap((step) => step.events.flatMap(placesOf))));

  /** The entries that are shown already. */
  shownEntries = $derived(this.entries.filter((entry) => entry.ply <= this.shownPly));

  /** What is new to me: the entries since my last decision; for a watcher those of the latest turn. */
  news = $derived.by(() => {
    const seats: readonly string[] = this.mine;
    const latest = this.shownEntries.findLast((entry) => entry.kind === 'move')?.seat;
    const seen = (entry: Entry) =>
      entry.kind === 'move' && (seats.length ? seats.includes(entry.seat) : entry.seat !== latest);
    return this.shownEntries.slice(this.shownEntries.findLastIndex(seen) + 1);
  });

  freshPlaces = $derived(new Set(this.news.flatMap((entry) => entry.events.flatMap(placesOf))));

  // What is chosen.

  /** A click on a place: a move, one of several, or a good that is picked. */
  choose(place: Place): void {
    const tokens = this.offered.places.get(place);
    if (!tokens || this.busy) return;
    this.opened = null;
    const [first] = tokens;
    if (tokens.length === 1 && first) void this.tryMove(first);
    else if (tokens.length > 1) this.opened = place;
    else this.pick(place);
  }

  pick(place: Place): void {
    const good = place.split('/')[1] as Good;
    this.picked = [...this.picked, good];
    void this.#followPicks();
  }

  /** Once the picked goods can only mean one exchange, it is made. */
  async #followPicks(): Promise<void> {
    const { chips, picks } = this.choices;
    const [only] = chips;
    if (
      chips.length === 1 &&
      picks.length === 0 &&
      only &&
      goodsIn(only).length > 0 &&
      !only.startsWith('sell:')
    )
      await this.tryMove(only);
  }

  /** Try a move on the server's copy of the game. */
  async tryMove(token: string): Promise<void> {
    const game = this.game;
    if (!game || !this.deciding || this.busy) return;
    await this.attempt(async () => {
      const tokens = [...this.line.map((step) => step.token), token];
      const tried = await this.#try(game, tokens);
      if (this.game?.ply !== game.ply) return;
      this.#setLine(tried.steps);
      if (this.complete && !preferences.confirm) await this.#send(game);
      else void this.#look();
    });
  }

  /** Send the tried turn. */
  async confirm(): Promise<void> {
    const game = this.game;
    if (game && this.complete && !this.busy) await this.attempt(() => this.#send(game));
  }

  /** Ask something of the server; what it refuses is said where the prompt stands. */
  async attempt(asking: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.trouble = null;
    try {
      await asking();
    } catch (problem) {
      this.#complain(problem);
    } finally {
      this.busy = false;
    }
  }

  /** The game after this one, made by the first who asks for it; its id. */
  async rematch(): Promise<string | null> {
    let next = this.game?.rematch ?? null;
    await this.attempt(async () => {
      const params = { path: { game_id: this.id } };
      next ??= (await body(http.POST('/api/v1/games/{game_id}/rematch', { params }))).game.id;
    });
    return next;
  }

  get canStepBack(): boolean {
    return (
      this.picked.length > 0 || this.opened !== null || this.line.length > 0 || (this.game?.can_undo ?? false)
    );
  }

  /** Whether stepping back would take back moves that were sent. */
  get stepBackUndoes(): boolean {
    return this.picked.length === 0 && this.opened === null && this.line.length === 0;
  }

  /** One step back: a pick, a tried move, or the last decision that was sent. */
  async stepBack(): Promise<void> {
    if (this.busy) return;
    this.trouble = null;
    if (this.opened !== null) this.opened = null;
    else if (this.picked.length > 0) this.picked = this.picked.slice(0, -1);
    else if (this.line.length > 0) {
      this.#setLine(this.line.slice(0, -1));
      void this.#look();
    } else if (this.game?.can_undo) await this.#undo(this.game);
  }

  async #undo(game: Game): Promise<void> {
    const params = { path: { game_id: this.id } };
    await this.attempt(async () =>
      this.heard(
        await body(http.POST('/api/v1/games/{game_id}/undo', { params, body: { ply: game.ply } })),
        true,
      ),
    );
  }

  async #send(game: Game): Promise<void> {
    const tokens = this.line.map((step) => step.token);
    const params = { path: { game_id: this.id } };
    const answer = await body(
      http.POST('/api/v1/games/{game_id}/moves', { params, body: { ply: game.ply, tokens } }),
    );
    this.heard(answer, true);
  }

  async #try(game: Game, tokens: string[], whyNot: string[] | null = null) {
    return body(
      http.POST('/api/v1/games/{game_id}/try', {
        params: { path: { game_id: this.id } },
        body: { ply: game.ply, tokens, options: whyNot !== null, why_not: whyNot ?? [] },
      }),
    );
  }

  #setLine(steps: TryStep[]): void {
    this.line = steps;
    this.picked = [];
    this.opened = null;
    this.outlook = { options: new Map(), reasons: new Map() };
  }

  /** Ask what each move at the end of the line would do, and why other moves are not allowed. */
  async #look(): Promise<void> {
    const { game, line, view } = this;
    if (!game || !view || !this.deciding || this.complete) return;
    try {
      const tokens = line.map((step) => step.token);
      const tried = await this.#try(game, tokens, otherMoves(view, this.legal).slice(0, 60));
      if (this.game !== game || this.line !== line) return;
      this.outlook = {
        options: new Map(tried.options.map((option) => [option.token, option])),
        reasons: new Map(tried.reasons.map((reason) => [reason.token, reason])),
      };
    } catch {
      // Tooltips are shorter without it; a move that is tried will say what is wrong.
    }
  }

  // What happens.

  /** The server tells of the game; `own` moves were seen when they were tried. */
  heard(game: Game, own = false): void {
    const before = this.game;
    if (before && game.ply < before.ply) return;
    this.#live?.saw(game.ply);
    const known = this.entries.at(-1)?.ply ?? 0;
    const fresh = game.entries.filter((entry) => entry.ply > known);
    if (fresh.length) this.entries = [...this.entries, ...fresh];
    if (own) fresh.forEach((entry) => this.#own.add(entry.ply));
    this.game = game;
    if (before?.ply === game.ply) return;
    if (own && this.line.length > 0) {
      // What was tried is now so: it is shown already, up to the moves of others that followed.
      const last = this.line.at(-1);
      const seen = fresh.filter((entry) => entry.kind === 'move')[this.line.length - 1];
      if (last && seen) this.#shown = { ply: seen.ply, view: last.view };
    }
    this.#setLine([]);
    void this.#follow();
  }

  /** Show the moves that have not been shown yet, one by one. */
  async #follow(): Promise<void> {
    if (this.#following) return;
    this.#following = true;
    try {
      while (this.game && this.#shown && this.#shown.ply < this.game.ply) {
        const game: Game = this.game;
        const next = this.entries.find((entry) => entry.ply === (this.#shown?.ply ?? 0) + 1);
        const speed = pace();
        if (!next || speed === 0 || next.kind === 'undo' || game.ply - this.#shown.ply > MOST_TO_FOLLOW) {
          this.entries
            .filter(({ ply }) => ply > (this.#shown?.ply ?? 0))
            .forEach((entry) => this.onEntry?.(entry));
          this.#shown = { ply: game.ply, view: game.view };
        } else await this.#show(next, speed);
      }
    } finally {
      this.#following = false;
    }
    void this.#look();
  }

  async #show(entry: Entry, speed: number): Promise<void> {
    const view = await this.#viewAt(entry.ply);
    const flights = this.#own.has(entry.ply) ? [] : flightsOf(entry, this.#shown?.view.caravan ?? 'Babylon');
    if (flights.length) await this.fly?.(flights, speed);
    this.onEntry?.(entry);
    this.#shown = { ply: entry.ply, view };
    if (!this.#own.has(entry.ply)) await new Promise((done) => setTimeout(done, REST / speed));
  }

  async #viewAt(ply: number): Promise<View> {
    const game = this.game;
    if (game?.ply === ply) return game.view;
    try {
      const params = { path: { game_id: this.id, ply } };
      return (await body(http.GET('/api/v1/games/{game_id}/at/{ply}', { params }))).view;
    } catch {
      return this.#shown?.view ?? game!.view;
    }
  }

  #complain(problem: unknown): void {
    if (problem instanceof Refused && problem.problem.game) {
      this.trouble = t('trouble.stale');
      this.heard(problem.problem.game);
    } else if (problem instanceof Refused) this.trouble = problem.message;
    else if (problem instanceof Unreachable) this.trouble = t('trouble.unreachable');
    else throw problem;
  }
}

/** Whether the same seat is asked for a new action, or nobody can know what comes next. */
function endsTurn(question: string): boolean {
  return question === 'action' || question === 'deal' || question === 'over';
}
