/**
 * What a table shows and offers, whoever runs its game: the components ask nothing else. A `GameRoom` is a game that is
 * played, a `LessonRoom` the guided game, a `ReplayRoom` a game that is shown again.
 */
import { Refused, Unreachable } from '../../api/problems';
import type { Entry, Game, Good, Prospect, Seat, SeatFacts, View } from '../../api/types';
import { inWords } from '../../page/refusal';
import { unreachableTable } from '../../page/unreachable';
import { t, word } from '../../strings/index.svelte';
import { choicesOf, goodsIn, type Choices } from '../answers/choices';
import type { Place } from '../board/board.svelte';
import { placesOf } from '../board/event_places';
import type { Flight } from '../board/flights';
import { entriesThatHold } from '../log/sections';
import { nameOf } from '../players/players';
import type { Pacing } from './following.svelte';
import { NO_PROSPECTS, type Prospects, type Step } from './line';

/** The latest that is known of a game. */
export type Known = Omit<Game, 'type' | 'position' | 'entries' | 'outlook'>;

const NOTHING: Choices['places'] = new Map();

export class Room {
  game = $state.raw<Known | null>(null);
  entries = $state.raw<Entry[]>([]);
  connected = $state(true);
  gone = $state(false);
  /** What each has left on the clock just now, in milliseconds; null without clocks (`clock.svelte.ts`). */
  left = $state.raw<Partial<Record<Seat, number>> | null>(null);
  /** A sentence about something that went wrong; null when all is well. */
  trouble = $state<string | null>(null);
  busy = $state(false);
  /** What was asked and is not answered yet: a move, or `confirm`, or `back`. It is seen at once that it was asked. */
  pending = $state<string | null>(null);

  /** How far the server is with compiling the rules, while a bot waits for them. */
  compiling = $state.raw<{ done: number; total: number } | null>(null);

  /** The moves tried in this turn, and what each led to. */
  line = $state.raw<Step[]>([]);
  /** What is known of the moves with which the turn may begin. */
  startProspects = $state.raw<Prospects | null>(null);
  /** Goods picked so far for a sale or an exchange. */
  picked = $state.raw<Good[]>([]);
  /** A place that was clicked and means several moves. */
  opened = $state<Place | null>(null);
  /** Places that a line of the log points at. */
  spotlight = $state.raw<readonly Place[]>([]);

  /** Lets pieces fly; set by the layer they fly on. */
  fly: ((flights: Flight[], pace: number) => Promise<void>) | null = null;
  /** Told of each entry as it is shown, for sounds and announcements. */
  onEntry: ((entry: Entry) => void) | null = null;

  constructor(readonly id: string) {}

  // What is shown.

  /** The table as it was before the tried moves. */
  get base(): View | null {
    return this.game?.view ?? null;
  }

  /** The table as it is shown: after the tried moves. */
  get view(): View | null {
    return this.#confirming ?? this.line.at(-1)?.view ?? this.base;
  }

  /** While a turn waits for its confirmation, nobody is asked yet, nor are the ways of the next player shown. */
  #confirming = $derived.by((): View | null => {
    const view = this.line.at(-1)?.view;
    return view && this.complete ? { ...view, question: null } : null;
  });

  /** How far the game has been shown. */
  get shownPly(): number {
    return this.game?.ply ?? 0;
  }

  /** Whether every move that is known has been shown. */
  get upToDate(): boolean {
    return this.game !== null && this.shownPly === this.game.ply;
  }

  /** The move of somebody else that is being shown; null while nothing is. */
  get acting(): Entry | null {
    return null;
  }

  /** How the moves of others are shown here; null where there are none to wait for. */
  get pacing(): Pacing | null {
    return null;
  }

  /** Whether the game is over and its count is not through: until then nobody says what comes of it. */
  get counting(): boolean {
    return false;
  }

  /** The count is through. */
  counted(): void {}

  /** Whether the game is played here and now, not shown again. */
  get live(): boolean {
    return true;
  }

  /** The entries that are shown already. */
  shownEntries = $derived(this.entries.filter((entry) => entry.ply <= this.shownPly));

  /** What is new to me: the entries since my last decision; for a watcher those of the latest turn. */
  news = $derived.by(() => {
    const seats: readonly string[] = this.mine;
    const latest = this.shownEntries.findLast((entry) => entry.kind === 'move')?.seat;
    const seen = (entry: Entry) =>
      entry.kind === 'move' &&
      (seats.length ? seats.includes(entry.seat) && !entry.by_bot : entry.seat !== latest);
    return this.shownEntries.slice(this.shownEntries.findLastIndex(seen) + 1);
  });

  /** Where something new is to be seen; moves that were taken back are not. */
  freshPlaces = $derived(
    new Set(entriesThatHold(this.news).flatMap((entry) => entry.events.flatMap(placesOf))),
  );

  // Who is there.

  /** The seat that decides, if it is mine and I have seen all there is to see. */
  get deciding(): Seat | null {
    const game = this.game;
    return game && game.legal !== null && this.upToDate ? game.decider : null;
  }

  /** Who sits where. */
  get seats(): readonly SeatFacts[] {
    return this.game?.seats ?? [];
  }

  /** The seats that are mine. */
  get mine(): Seat[] {
    return this.seats.filter((seat) => seat.yours && seat.kind === 'person').map((one) => one.seat);
  }

  /** The seat whose table this is: the one that decides, else the first of mine. */
  get me(): Seat | null {
    return this.deciding ?? this.mine[0] ?? null;
  }

  seatFacts(seat: string): SeatFacts | undefined {
    return this.seats.find((one) => one.seat === seat);
  }

  /** What a seat is called in sentences; of two with one name, each has their colour behind it. */
  name(seat: string): string {
    const name = nameOf(this.seatFacts(seat), seat);
    const alike = this.seats.some((one) => one.seat !== seat && nameOf(one, one.seat) === name);
    return alike ? t('players.alike', { name, colour: word('colour', seat) }) : name;
  }

  // What may be chosen.

  /** The legal moves at the end of the line. */
  get legal(): readonly string[] {
    if (!this.deciding || this.complete) return [];
    return this.line.at(-1)?.legal ?? this.game?.legal ?? [];
  }

  /** What each of them would do, and why others are not allowed. */
  get prospects(): Prospects {
    if (!this.deciding || this.complete) return NO_PROSPECTS;
    const last = this.line.at(-1);
    return (last ? last.prospects : this.startProspects) ?? NO_PROSPECTS;
  }

  /** What was known of the canal that was tried last, before it was; empty if something else was. */
  get lastOption(): Prospect[] {
    const last = this.line.at(-1);
    const before = this.line.length > 1 ? this.line.at(-2)?.prospects : this.startProspects;
    const option = last && before?.options.get(last.token);
    return option?.garden ? [{ ...option, then: [], outcomes: [] }] : [];
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

  /** What the turn might begin with instead, while moves are tried: a click there changes one's mind. */
  #instead = $derived.by(() =>
    this.line.length ? choicesOf(this.game?.legal ?? [], this.base, [], null).places : NOTHING,
  );

  /** Whether a click on a place takes back what is tried and begins there. */
  wouldSwitch(place: Place): boolean {
    return !this.offered.places.has(place) && this.#instead.has(place);
  }

  // What is chosen.

  /** A click on a place: a move, one of several, or a good that is picked. */
  choose(place: Place): void {
    if (this.busy) return;
    if (this.wouldSwitch(place)) this.setLine([]);
    const tokens = this.offered.places.get(place);
    if (!tokens) return;
    this.opened = null;
    const [first] = tokens;
    if (tokens.length === 1 && first) void this.tryMove(first);
    else if (tokens.length > 1) this.opened = place;
    else this.pick(place);
  }

  /** Pick a good; once the picked goods can only mean one exchange, it is made. */
  pick(place: Place): void {
    const good = this.offered.picks.find((one) => place.endsWith(`/${one}`));
    if (!good) return;
    this.picked = [...this.picked, good];
    const { chips, picks } = this.choices;
    const [only] = chips;
    const one = chips.length === 1 && picks.length === 0 && only && !only.startsWith('sell:');
    if (one && goodsIn(only).length > 0) void this.tryMove(only);
  }

  /** Try a move; where nobody plays, nothing happens. */
  async tryMove(_token: string): Promise<void> {}

  /** Send the tried turn. */
  async confirm(): Promise<void> {}

  get canStepBack(): boolean {
    return this.picked.length > 0 || this.opened !== null || this.line.length > 0;
  }

  /** Whether stepping back would take back moves that were sent. */
  get stepBackUndoes(): boolean {
    return this.picked.length === 0 && this.opened === null && this.line.length === 0;
  }

  /** One step back: a choice of several, a pick, or a tried move. What came before is still known. */
  async stepBack(): Promise<void> {
    if (this.busy) return;
    this.trouble = null;
    if (this.opened !== null) this.opened = null;
    else if (this.picked.length > 0) this.picked = this.picked.slice(0, -1);
    else this.setLine(this.line.slice(0, -1));
  }

  protected setLine(line: Step[]): void {
    this.line = line;
    this.picked = [];
    this.opened = null;
  }

  /** Ask something of whoever runs the game; what is refused is said where the prompt stands. */
  async attempt(asking: () => Promise<void>, what: string | null = null): Promise<void> {
    this.busy = true;
    this.pending = what;
    this.trouble = null;
    try {
      await asking();
    } catch (problem) {
      this.complain(problem);
    } finally {
      this.busy = false;
      this.pending = null;
    }
  }

  /** Say what went wrong; throws again what nobody expected. */
  protected complain(problem: unknown): void {
    if (problem instanceof Refused) this.trouble = inWords(problem);
    else if (problem instanceof Unreachable) this.trouble = unreachableTable();
    else throw problem;
  }
}

/** Whether the same seat is asked for a new action, or nobody can know what comes next. */
function endsTurn(question: Step['question']): boolean {
  return question === 'action' || question === 'deal' || question === 'over';
}
