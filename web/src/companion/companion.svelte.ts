/**
 * What a table says to one who is new: a companion with one fact at a time, if it is wanted, and sounds, offered once.
 * What was answered is kept in the browser, so that nobody is asked twice.
 */
import { isDone } from '../learn/progress';
import { keep, kept } from '../lobby/start/last_choices';
import { prefer, preferences } from '../preferences.svelte';
import type { GameRoom } from '../table/room/game_room.svelte';
import { allowSounds } from '../table/room/sounds';
import { factsOf, lessonOf, type Fact } from './facts';

/** What was answered; null where nothing was asked yet. */
interface Answers {
  companion: boolean | null;
  sounds: boolean | null;
}

export class Companion {
  readonly #room: GameRoom;
  readonly #answers = $state<Answers>(kept('offers', { companion: null, sounds: null }));
  /** What the companion said first, once it was wanted. */
  #first = $state<string | null>(null);
  /** The facts that were put away, as they were said. */
  #away = $state.raw<readonly string[]>([]);

  constructor(room: GameRoom) {
    this.#room = room;
  }

  /** Whether this is a game of one person against bots: nobody else's game is talked into. */
  get #alone(): boolean {
    const people = (this.#room.game?.seats ?? []).filter((seat) => seat.kind !== 'bot');
    return people.length === 1 && people[0]!.yours;
  }

  /** Whether the companion is at this table. */
  get accompanies(): boolean {
    return this.#answers.companion === true && this.#alone;
  }

  /** Whether the companion is to be offered: in the first game after the lesson. */
  get offered(): boolean {
    return this.#answers.companion === null && this.#alone && !this.#room.game?.over && isDone(1);
  }

  /** What matters now; null for nothing, or where nobody asked for it. */
  get fact(): Fact | null {
    const { view, me, game } = this.#room;
    if (!this.accompanies || game?.over || !view || !me) return null;
    return [...factsOf(view, me), lessonOf(view)].find((fact) => !this.#away.includes(said(fact))) ?? null;
  }

  /** Whether it greets: with the first thing it says, and never again. */
  get greets(): boolean {
    return this.fact !== null && said(this.fact) === this.#first;
  }

  /** Whether sounds are to be offered: after the first own move, to one who has not turned them on. */
  get soundsOffered(): boolean {
    const { entries, mine, game } = this.#room;
    if (this.#answers.sounds !== null || preferences.sounds || this.offered || !game || game.over)
      return false;
    return entries.some((entry) => mine.some((seat) => seat === entry.seat));
  }

  get any(): boolean {
    return this.offered || this.fact !== null || this.soundsOffered;
  }

  /** Whether the companion is wanted; refused, it is never offered again. */
  want(companion: boolean): void {
    this.#answers.companion = companion;
    const { fact } = this;
    this.#first = fact && said(fact);
    keep('offers', this.#answers);
  }

  wantSounds(sounds: boolean): void {
    this.#answers.sounds = sounds;
    keep('offers', this.#answers);
    if (!sounds) return;
    prefer({ sounds });
    allowSounds();
  }

  /** Say no more of a fact in this game. */
  putAway(fact: Fact): void {
    this.#away = [...this.#away, said(fact)];
  }
}

function said({ key, values }: Fact): string {
  return `${key} ${JSON.stringify(values)}`;
}
