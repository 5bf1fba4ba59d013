/** What is shown of a game: it goes after what is known move by move, so that people see what happens. */
import { tick } from 'svelte';
import { withChanges } from '../../api/changes';
import type { Entry, EntryUpdate, View } from '../../api/types';
import { pace } from '../../preferences.svelte';
import { flightsOf, type Flight } from '../board/flights';
import { beginsTurn } from '../log/sections';

/** More moves than this at once are not shown one by one. */
const MOST_TO_FOLLOW = 60;
/** The rest between two moves, in milliseconds, at pace 1. */
const REST = 250;

/** The table after an entry. */
export interface Moment {
  ply: number;
  view: View;
}

/** Where moves are shown. */
interface Stage {
  /** Let pieces fly; null where nothing can fly. */
  fly: ((flights: Flight[], pace: number) => Promise<void>) | null;
  /** Told of each entry as it is shown. */
  onEntry: ((entry: Entry) => void) | null;
}

/** How the moves of others are shown. */
export interface Pacing {
  /** Whether they wait to be shown. */
  readonly paused: boolean;
  pause(wanted: boolean): void;
  /** Show the next turn, while the others wait. */
  step(): void;
}

export class Following implements Pacing {
  shown = $state.raw<Moment | null>(null);
  /** The move that is being shown; null while nothing is. */
  acting = $state.raw<Entry | null>(null);
  /** The entries that are still to be shown, and where they lead. */
  #queue: (Entry | EntryUpdate)[] = [];
  #latest: Moment | null = null;
  #running = false;
  paused = $state(false);
  /** What lets the next turn be shown although the others wait; and whether it was asked for before it was there. */
  #goOn: (() => void) | null = null;
  #owed = false;

  constructor(private readonly stage: Stage) {}

  /** Show a moment at once, whatever was shown before. */
  start(moment: Moment): void {
    this.#queue = [];
    this.#latest = moment;
    this.shown = moment;
    this.#goOn?.();
  }

  pause(wanted: boolean): void {
    this.paused = wanted;
    this.#owed = false;
    if (!wanted) this.#goOn?.();
  }

  step(): void {
    this.#owed = true;
    this.#goOn?.();
  }

  /** The game has gone on to `latest` with these entries; one's own were seen, as far as `seen`, when they were tried. */
  add(entries: readonly (Entry | EntryUpdate)[], latest: Moment, seen: Moment | null): void {
    this.#latest = latest;
    // Nothing changes on the table: whoever is asked goes on.
    if (!this.#running && this.#queue.length === 0 && entries.every(({ kind }) => kind === 'table')) {
      entries.forEach((entry) => this.stage.onEntry?.(entry));
      this.shown = latest;
      return;
    }
    if (seen) {
      this.#queue = [];
      this.shown = seen;
    }
    this.#queue.push(...entries.filter(({ ply }) => ply > (this.shown?.ply ?? 0)));
    if (!this.#running) void this.#run();
  }

  /** Show what is to be shown, one by one. */
  async #run(): Promise<void> {
    this.#running = true;
    try {
      for (let next = this.#queue[0]; next; next = this.#queue[0]) {
        // A turn that has begun is shown to its end: half a turn is nothing to look at.
        if (this.paused && beginsTurn(next)) {
          if (!this.#owed) await new Promise<void>((done) => (this.#goOn = done));
          this.#goOn = null;
          this.#owed = false;
          next = this.#queue[0];
          if (!next) break;
        }
        const speed = pace();
        const oneByOne =
          (speed > 0 || this.paused) &&
          next.kind !== 'undo' &&
          'set' in next &&
          this.#queue.length <= MOST_TO_FOLLOW;
        if (oneByOne) await this.#show(next as EntryUpdate, speed);
        else this.#jump();
      }
    } finally {
      this.#running = false;
      this.acting = null;
    }
  }

  #jump(): void {
    this.#queue.forEach((entry) => this.stage.onEntry?.(entry));
    this.#queue = [];
    this.shown = this.#latest;
  }

  async #show(entry: EntryUpdate, speed: number): Promise<void> {
    const before = this.shown;
    if (!before) return this.#jump();
    this.acting = entry;
    // A phone goes to where it happens before anything flies there.
    await tick();
    const flights = flightsOf(entry, before.view.caravan);
    if (flights.length && speed > 0) await this.stage.fly?.(flights, speed);
    // What was shown meanwhile another way is not shown again.
    if (this.#queue[0] !== entry) return;
    this.#queue.shift();
    this.stage.onEntry?.(entry);
    this.shown = { ply: entry.ply, view: withChanges(before.view, entry.set) };
    if (speed > 0) await new Promise((done) => setTimeout(done, REST / speed));
  }
}
