/**
 * The coach of a table where everybody has agreed to one: hints in three steps, a word where a move that is tried gives
 * much away, what the others' moves were worth, and win shares for those who want them.
 */
import { Refused, Unreachable } from '../api/problems';
import type { Entry, MoveCost, Seat } from '../api/types';
import type { Grade } from '../insight/shared/grades';
import { keep, kept } from '../lobby/start/last_choices';
import { inWords } from '../page/refusal';
import { t } from '../strings/index.svelte';
import { entriesThatHold } from '../table/log/sections';
import type { GameRoom } from '../table/room/game_room.svelte';
import { CoachApi, type Hint, type HintStep, type Moment, type Shares } from './coach_api';

/** A move that gives something away for sure. */
export interface Word {
  cost: MoveCost & { grade: Grade };
  /** How many tried moves lie before it; null for one that was sent. */
  place: number | null;
  /** The entry that was sent, to be taken back. */
  entry: Entry | null;
}

/** What somebody else did, and what it was worth once that was asked. */
export interface Explained {
  entry: Entry;
  cost: MoveCost | null;
  asked: boolean;
}

/** What is known of a move that is tried: its cost, that it is thought about, or that no answer came. */
export type Cost = MoveCost | 'thinking' | 'failed';

/** So many moves of the others are offered to be explained. */
const MOST_OTHERS = 4;

export class TableCoach {
  readonly #room: GameRoom;
  readonly #api: CoachApi;
  readonly #likes = $state(kept('coach', { shares: false }));
  hint = $state.raw<Hint | null>(null);
  word = $state.raw<Word | null>(null);
  /** The win shares before anything is tried, as they look at first. */
  #shares = $state.raw<Shares | null>(null);
  /** What they are with the best move, by the ply of the turn: from the reading that said what another one costs. */
  #best = $state.raw<ReadonlyMap<number, Shares>>(new Map());
  #costs = $state.raw<ReadonlyMap<string, Cost>>(new Map());
  thinking = $state(false);
  /** What went wrong with a question, in words. */
  trouble = $state('');
  #explained = $state.raw<ReadonlyMap<number, Explained>>(new Map());
  /** The turn, by its ply, in which a word was said: there is at most one. */
  #saidAt = -1;
  #judged = new Set<string>();
  #sentUpTo = -1;

  constructor(room: GameRoom) {
    this.#room = room;
    this.#api = new CoachApi(room.id);
    $effect(() => this.#momentChanged(this.#key));
    $effect(() => this.#considerLine());
    $effect(() => this.#considerSent());
    $effect(() => this.#askForShares(this.#key));
  }

  // Whether there is a coach.

  get on(): boolean {
    const { game, mine } = this.#room;
    return game?.coach === 'on' && !game.over && !game.fairness.stage && mine.length > 0;
  }

  /** Whether somebody here may turn it on by one switch: alone among bots, in a game that goes on. */
  get alone(): boolean {
    const { game } = this.#room;
    if (!game || game.over) return false;
    const others = game.seats.filter((seat) => !seat.yours);
    return (
      others.length < game.seats.length && others.every((seat) => seat.kind === 'bot' && !seat.returnable)
    );
  }

  async turn(on: boolean): Promise<void> {
    await this.#room.attempt(async () => this.#room.receive(await this.#api.turn(on)));
  }

  /** The seats of whoever is coached. */
  get mine(): readonly Seat[] {
    return this.#room.mine;
  }

  /** What a player is called at the table. */
  readonly name = (seat: string): string => this.#room.name(seat);

  get wantsShares(): boolean {
    return this.#likes.shares;
  }

  wantShares(shares: boolean): void {
    this.#likes.shares = shares;
    keep('coach', this.#likes);
  }

  /** The seat that is helped. */
  get seat(): Seat | null {
    return this.#room.me;
  }

  // Hints.

  get mayHint(): boolean {
    return (
      this.on &&
      this.#room.deciding !== null &&
      !this.#room.complete &&
      (this.hint?.step ?? 0) < 3 &&
      !this.hint?.move
    );
  }

  /** One step more. */
  async nextHint(): Promise<void> {
    if (!this.mayHint || this.thinking) return;
    const step = ((this.hint?.step ?? 0) + 1) as HintStep;
    const key = this.#key;
    await this.#ask(async () => {
      const hint = await this.#api.hint(this.#moment, step, () => key === this.#key);
      if (hint && key === this.#key) this.hint = hint;
    });
  }

  // Words.

  keepIt(): void {
    this.word = null;
  }

  /** Take back the move of which a word was said, and what was tried or sent behind it. */
  async takeItBack(): Promise<void> {
    const room = this.#room;
    const { word } = this;
    this.word = null;
    if (word?.place !== null && word) {
      while (room.line.length > word.place) await room.stepBack();
      return;
    }
    const own = (entry: Entry) => entry.kind === 'move' && room.mine.some((seat) => seat === entry.seat);
    const since = entriesThatHold(room.entries).filter(
      (one) => own(one) && one.ply >= (word?.entry?.ply ?? 0),
    );
    for (let n = since.length; n > 0 && room.game?.can_undo; n--) await room.stepBack();
  }

  // What a move costs.

  /** What the last choice of the tried moves costs; null while nothing is tried that was one. */
  cost = $derived.by((): Cost | null => {
    const { game, line } = this.#room;
    if (!this.on || !game) return null;
    const choices = line.map((_, i) => i).filter((i) => this.#wasChoice(i));
    const last = choices.at(-1);
    return last === undefined ? null : (this.#costs.get(this.#nameOf(last + 1)) ?? 'thinking');
  });

  /** The win shares: of a move that is tried, from the reading that says what it costs. */
  shares = $derived.by((): Shares | null => {
    if (!this.wantsShares) return null;
    if (this.cost && typeof this.cost !== 'string') return this.cost.loss.played;
    return this.#best.get(this.#room.game?.ply ?? 0) ?? this.#shares;
  });

  /** Whether the win shares are a first estimate: no reading has compared moves yet. */
  get estimates(): boolean {
    return this.shares !== null && this.cost === null && !this.#best.has(this.#room.game?.ply ?? 0);
  }

  /** Whether the tried move at this place of the line was one of several. */
  #wasChoice(place: number): boolean {
    const { game, line } = this.#room;
    return ((place > 0 ? line[place - 1]?.legal : game?.legal)?.length ?? 0) > 1;
  }

  /** The name of the first so many tried moves. */
  #nameOf(length: number): string {
    const { game, line } = this.#room;
    return [game?.ply, ...line.slice(0, length).map((step) => step.token)].join(' ');
  }

  // What the others did.

  others = $derived.by((): Explained[] => {
    if (!this.on) return [];
    const mine: readonly string[] = this.#room.mine;
    return entriesThatHold(this.#room.news)
      .filter(({ seat, opens_turn }) => opens_turn && !mine.includes(seat))
      .slice(-MOST_OTHERS)
      .map((entry) => this.#explained.get(entry.ply) ?? { entry, cost: null, asked: false });
  });

  async explain(entry: Entry): Promise<void> {
    if (this.#explained.has(entry.ply)) return;
    this.#note({ entry, cost: null, asked: true });
    const cost = await this.#ask(() => this.#api.moveCost(before(entry), () => this.on, true));
    if (cost) this.#note({ entry, cost, asked: true });
    else this.#explained = new Map([...this.#explained].filter(([ply]) => ply !== entry.ply));
  }

  #note(explained: Explained): void {
    this.#explained = new Map([...this.#explained, [explained.entry.ply, explained]]);
  }

  // Behind it.

  /** The moment that is looked at; another one has its own hints. */
  #key = $derived.by(() => {
    const { game, line, upToDate } = this.#room;
    return upToDate ? `${game?.ply} ${line.map((step) => step.token).join(' ')}` : '';
  });

  get #moment(): Moment {
    return { ply: this.#room.game?.ply ?? 0, tokens: this.#room.line.map((step) => step.token) };
  }

  #momentChanged(_key: string): void {
    this.hint = null;
    this.trouble = '';
  }

  /** The move that was tried last is judged, if there was another. */
  #considerLine(): void {
    const { game, line } = this.#room;
    if (!this.on || !game || line.length === 0) {
      if (this.word?.place !== null && this.word) this.word = null;
      return;
    }
    if (this.word && this.word.place !== null && line.length <= this.word.place) this.word = null;
    if (!this.#wasChoice(line.length - 1)) return;
    void this.#judge(this.#moment, line.length - 1, null);
  }

  /** Where turns are sent at once, the moves are judged as they stand in the log. */
  #considerSent(): void {
    const { entries, mine, game } = this.#room;
    const first = this.#sentUpTo < 0;
    const fresh = entries.filter((entry) => entry.ply > this.#sentUpTo);
    this.#sentUpTo = entries.at(-1)?.ply ?? this.#sentUpTo;
    if (first || !this.on || !game) return;
    for (const entry of fresh)
      if (entry.kind === 'move' && mine.some((seat) => seat === entry.seat))
        void this.#judge(before(entry), null, entry);
  }

  async #judge(moment: Moment, place: number | null, entry: Entry | null): Promise<void> {
    // A move that was tried is not judged again when it is sent: what counts is which move it was of its turn.
    const start = entry ? this.#turnOf(entry) : { ply: moment.ply, n: moment.tokens.length };
    const name = `${start.ply} ${start.n} ${moment.tokens.at(-1)}`;
    if (this.#judged.has(name)) return;
    this.#judged.add(name);
    const tried = [moment.ply, ...moment.tokens].join(' ');
    const sent = () => entry ?? this.#sentAs(moment);
    const holds = () => this.on && (this.#isTried(moment) || sent() !== null);
    try {
      const cost = await this.#api.moveCost(moment, holds);
      if (cost) this.#costs = new Map([...this.#costs, [tried, cost]]);
      else this.#judged.delete(name);
      if (cost && moment.tokens.length === 1)
        this.#best = new Map([...this.#best, [moment.ply, cost.loss.best]]);
      if (!cost?.grade || !holds() || this.#saidAt === start.ply) return;
      this.#saidAt = start.ply;
      const made = sent();
      this.word = {
        cost: { ...cost, grade: cost.grade },
        place: made ? null : place,
        entry: made,
      };
    } catch {
      // It may be asked for again.
      this.#costs = new Map([...this.#costs, [tried, 'failed']]);
      this.#judged.delete(name);
    }
  }

  /** The entry that a move became which was tried; null if it was not sent. */
  #sentAs({ ply, tokens }: Moment): Entry | null {
    const at = ply + tokens.length;
    const { entries } = this.#room;
    return (
      entries.find((one) => one.ply === at && one.kind === 'move' && one.token === tokens.at(-1)) ?? null
    );
  }

  /** The ply at which the turn of an entry began, and which of its moves it is, from 1 on. */
  #turnOf(entry: Entry): { ply: number; n: number } {
    const { entries } = this.#room;
    let ply = entry.ply;
    const isSame = (one: Entry | undefined) =>
      one?.kind === 'move' && one.seat === entry.seat && one.at === entry.at;
    while (isSame(entries.find((one) => one.ply === ply - 1))) ply -= 1;
    return { ply: ply - 1, n: entry.ply - ply + 1 };
  }

  #isTried({ ply, tokens }: Moment): boolean {
    const { game, line } = this.#room;
    return game?.ply === ply && tokens.every((token, i) => line[i]?.token === token);
  }

  /** What is tried has its shares from the reading of its cost. */
  #askForShares(key: string): void {
    if (!this.on || !this.wantsShares || !key || this.#room.line.length > 0) return;
    const wanted = () => this.on && this.wantsShares && key === this.#key;
    void this.#api.shares(this.#moment, wanted).then(
      (shares) => {
        if (shares && wanted()) this.#shares = shares;
      },
      () => undefined, // the bar stays as it was; a hint that fails says why
    );
  }

  async #ask<T>(asking: () => Promise<T>): Promise<T | null> {
    this.thinking = true;
    this.trouble = '';
    try {
      return await asking();
    } catch (problem) {
      if (problem instanceof Refused || problem instanceof Unreachable) this.trouble = inWords(problem);
      else this.trouble = t('coach.failed');
      return null;
    } finally {
      this.thinking = false;
    }
  }
}

/** The moment before an entry, with its move. */
function before(entry: Entry): Moment {
  return { ply: entry.ply - 1, tokens: [entry.token] };
}
