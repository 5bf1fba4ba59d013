/** Which tooltip is open: it opens after a rest on a place or at once on focus, and stays while it is pinned. */
import type { Place } from '../board/board.svelte';

const OPENS_AFTER = 250;
/** Time to move the mouse from a place into its tooltip. */
const CLOSES_AFTER = 180;

export class Explaining {
  place = $state<Place | null>(null);
  element = $state.raw<Element | null>(null);
  pinned = $state(false);
  #timer = 0;

  /** Show the tooltip of a place, or hide it with null. */
  show(place: Place | null, element: Element | null, atOnce: boolean): void {
    window.clearTimeout(this.#timer);
    if (this.pinned && place === null) return;
    const open = () => {
      this.place = place;
      this.element = element;
      this.pinned = false;
    };
    if (place === null) this.#timer = window.setTimeout(open, CLOSES_AFTER);
    else if (atOnce || this.place !== null) open();
    else this.#timer = window.setTimeout(open, OPENS_AFTER);
  }

  /** Keep it open until something else is done. */
  pin(place: Place, element: Element | null): void {
    this.show(place, element, true);
    this.pinned = true;
  }

  /** The mouse is in the tooltip itself. */
  stay(): void {
    window.clearTimeout(this.#timer);
  }

  close(): void {
    window.clearTimeout(this.#timer);
    this.place = null;
    this.element = null;
    this.pinned = false;
  }
}
