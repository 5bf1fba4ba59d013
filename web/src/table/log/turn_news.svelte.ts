/** What a table says by itself: how a round ended, and what the others did since the viewer's last turn. */
import type { Room } from '../room/room.svelte';
import { sectionsOf } from './sections';
import { entriesSince } from './since_last_turn';

/** How long it is shown to somebody who does nothing, in milliseconds. */
const SHOWN_FOR = 15_000;

export class TurnNews {
  readonly #room: Room;
  /** Whether the end of a round was just seen. */
  round = $state(false);
  /** Whether my turn has come, and more than one of the others has moved, or a bot for me. */
  since = $state(false);
  #round: number | null = null;
  /** The turn that was begun last, by the ply before it. */
  #turn = -1;
  #timer = 0;

  /** To be made while a component is, whose life it shares. */
  constructor(room: Room) {
    this.#room = room;
    $effect(() => this.#roundChanged(room.base?.round ?? null));
    $effect(() => this.#turnBegan());
    $effect(() => {
      if (room.line.length || room.game?.over) this.close();
    });
    $effect(() => () => window.clearTimeout(this.#timer));
  }

  get any(): boolean {
    return this.round || this.since;
  }

  close(): void {
    this.round = this.since = false;
    window.clearTimeout(this.#timer);
  }

  /** Keep it while it is read; else it goes after a while. */
  read(now: boolean): void {
    window.clearTimeout(this.#timer);
    if (!now) this.#timer = window.setTimeout(() => this.close(), SHOWN_FOR);
  }

  #roundChanged(round: number | null): void {
    const before = this.#round;
    this.#round = round;
    // (Round 0 is a table that waits for players: nothing has ended when its first round begins.)
    if (!before || round === null || round <= before) return;
    this.since = false;
    this.round = true;
    this.read(false);
  }

  #turnBegan(): void {
    const { me, mine, deciding, base, shownPly, shownEntries, line } = this.#room;
    if (!deciding || mine.length !== 1 || line.length || base?.question?.task !== 'turn') return;
    if (shownPly === this.#turn) return;
    this.#turn = shownPly;
    const turns = sectionsOf(entriesSince(shownEntries, me, true)).filter(({ kind }) => kind === 'turn');
    const moved = new Set(turns.map(({ seat }) => seat));
    if (moved.size < 2 && !moved.has(me)) return;
    this.since = true;
    this.read(false);
  }
}
