/** A room in which a game is shown again: a table to look at, at any ply, that plays itself. */
import { lookInto } from '../../facts.svelte';
import type { Entry, Seat, SeatFacts, View } from '../../api/types';
import { pace } from '../../preferences.svelte';
import { placesOf } from '../../table/board/event_places';
import { flightsOf } from '../../table/board/flights';
import { Room } from '../../table/room/room.svelte';
import { ReplayViews } from './replay_views';
import type { Source } from './source';
import { stopAfter, stopBefore, stopsOf, type Stops } from './stops';

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** The rest between two moves that are played, in milliseconds, at speed 1. */
const REST = 800;

export type Stride = 'move' | 'turn' | 'round';

export class ReplayRoom extends Room {
  ply = $state(0);
  playing = $state(false);
  speed = $state<(typeof SPEEDS)[number]>(1);
  source = $state.raw<Source>() as Source;

  #views = $derived(new ReplayViews(this.source.replay));
  stops = $derived<Stops>(stopsOf(this.#views.entries));
  /** The ply that pieces are flying to. */
  #landing: number | null = null;
  #motion = 0;
  #run = 0;

  constructor(source: Source, ply: number) {
    super(source.game ?? '');
    this.#load(source);
    this.jump(ply);
  }

  /** The same game after it has gone on: whoever looks at its end sees the new end. */
  goOn(source: Source): void {
    const follows = this.upToDate && !this.playing;
    this.#load(source);
    if (follows) this.jump(this.last);
  }

  #load(source: Source): void {
    lookInto(source.box);
    this.source = source;
    this.entries = this.#views.entries;
  }

  /** The number of the last entry. */
  get last(): number {
    return this.#views.last;
  }

  /** The entry that led to what is shown; null at the start. */
  get entry(): Entry | null {
    return this.entries[this.ply - 1] ?? null;
  }

  /** Whether the end of a finished game is shown. */
  get ended(): boolean {
    return this.last > 0 && this.source.over && this.upToDate;
  }

  viewAt(ply: number): View {
    return this.#views.at(ply);
  }

  // What the table asks of its room: nobody decides here, and what the last move changed is new.

  override get view(): View {
    return this.viewAt(this.ply);
  }

  override get upToDate(): boolean {
    return this.ply === this.last;
  }

  override get deciding(): Seat | null {
    return null;
  }

  override get mine(): Seat[] {
    return [];
  }

  override get live(): boolean {
    return false;
  }

  override get seats(): readonly SeatFacts[] {
    return this.source.seats;
  }

  override news = $derived(this.entry ? [this.entry] : []);
  override freshPlaces = $derived(new Set(this.news.flatMap((entry) => entry.events.flatMap(placesOf))));

  // Going through the game.

  /** Show a ply at once. */
  jump(ply: number): void {
    this.#motion++;
    this.#landing = null;
    this.playing = false;
    this.ply = Math.max(0, Math.min(ply, this.last));
  }

  back(stride: Stride): void {
    if (stride === 'move') this.jump(this.ply - 1);
    else this.jump(stopBefore(this.stops[`${stride}s`], this.ply));
  }

  forward(stride: Stride): void {
    if (stride === 'move') {
      this.playing = false;
      void this.#step();
    } else this.jump(stopAfter(this.stops[`${stride}s`], this.ply));
  }

  toggle(): void {
    if (this.playing) this.playing = false;
    else void this.#play();
  }

  leave(): void {
    this.playing = false;
    this.#motion++;
  }

  async #play(): Promise<void> {
    if (this.ply === this.last) this.jump(0);
    this.playing = true;
    const run = ++this.#run;
    while (this.playing && this.ply < this.last) {
      await this.#step();
      await new Promise((done) => setTimeout(done, REST / this.speed));
      if (run !== this.#run) return;
    }
    this.playing = false;
  }

  /** One move on, with its pieces flying; who does not wait for them sees the next moves at once. */
  async #step(): Promise<void> {
    const hurried = this.#landing !== null;
    const from = this.#landing ?? this.ply;
    const motion = ++this.#motion;
    const entry = this.entries[from];
    if (!entry) return;
    this.#landing = null;
    if (this.ply !== from) this.ply = from;
    const speed = pace() && this.speed;
    const flights = hurried || !speed ? [] : flightsOf(entry, this.view.caravan);
    if (flights.length && this.fly) {
      this.#landing = from + 1;
      await this.fly(flights, speed);
      if (motion !== this.#motion) return;
    }
    this.#landing = null;
    this.ply = from + 1;
  }
}
