/** What a player should know before the next move: chosen cards, somebody who is away, a seat that was opened. */
import type { Game, SeatFacts } from '../api/types';
import { listed, t } from '../strings/index.svelte';
import type { GameRoom } from '../table/room/game_room.svelte';

const WAITS = 5 * 60_000;

/** Whether somebody else is away for so long that the server would replace them. */
export function isAway(game: Pick<Game, 'online' | 'absent_after'>, seat: SeatFacts, now: number): boolean {
  const here = seat.kind !== 'person' || seat.yours || game.online.includes(seat.seat);
  return !here && seat.last_seen !== null && now - seat.last_seen > 1000 * game.absent_after;
}

export class TableNotes {
  readonly #room: GameRoom;
  #now = $state(Date.now());
  /** The note that is shown in full, by its name. */
  opened = $state('');
  /** Until when whoever is away is waited for without a word. */
  #waits = $state(0);

  /** To be made while a component is, whose life it shares. */
  constructor(room: GameRoom) {
    this.#room = room;
    $effect(() => {
      const timer = window.setInterval(() => (this.#now = Date.now()), 5000);
      return () => window.clearInterval(timer);
    });
  }

  /** People whose turn it is and who are not there, for one who may do something about it. */
  get away(): SeatFacts[] {
    const { game } = this.#room;
    const sits = game?.seats.some((seat) => seat.yours && seat.kind === 'person');
    if (!game || game.over || !(sits || game.yours) || this.#now < this.#waits) return [];
    return game.seats.filter((seat) => game.decider === seat.seat && isAway(game, seat, this.#now));
  }

  /** Seats that were mine, and that I can take back. */
  get mine(): SeatFacts[] {
    const { game } = this.#room;
    return !game || game.over ? [] : game.seats.filter((seat) => seat.was_yours);
  }

  /** What is to be known of the cards, if it is worth a note: in short, and in full. */
  get cards(): [string, string] | null {
    const { game } = this.#room;
    if (!game || game.over || !game.fairness.commitment) return null;
    const { edition, seed, seed_chosen, seeded_start, shares } = game.fairness;
    if (game.fairness.same_deal) return [t('deals.same.short'), t('deals.same')];
    if (seed_chosen) return [t('deals.chosen.short'), t('deals.chosen', { seed: seed ?? '' })];
    if (!seeded_start) return [t('deals.goesOn.short'), t('deals.goesOn')];
    const late = shares.filter(({ state }) => state === 'late').map((share) => this.#room.name(share.seat));
    if (late.length) return [t('deals.late.short'), t('deals.late', { names: listed(late) })];
    const given = shares.some(({ state }) => state === 'given');
    return edition > 1 && !given ? [t('deals.noShare.short'), t('deals.noShare')] : null;
  }

  get any(): boolean {
    return this.cards !== null || this.away.length > 0 || this.mine.length > 0;
  }

  /** Wait for whoever is away, and say nothing of it for a while. */
  wait(): void {
    this.#now = Date.now();
    this.#waits = this.#now + WAITS;
    this.opened = '';
  }

  /** For how many minutes somebody has been away. */
  minutes(seat: SeatFacts): number {
    return Math.floor((this.#now - (seat.last_seen ?? this.#now)) / 60_000);
  }
}
