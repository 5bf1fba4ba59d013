/** Where the cards of a group lie: one that is taken leaves its place empty, and the others stay where they are. */
import type { Craft } from '../../api/types';

/** A place of a group; where `lies` is false, the card that lay there was taken. */
export interface Slot {
  craft: Craft;
  lies: boolean;
}

/** The places after a change: as they were where the cards can be those of before, else in the order of the cards. */
export function keepPlaces(before: readonly Slot[], cards: readonly Craft[], dealt: number): Slot[] {
  const kept = before.map(({ craft }) => ({ craft, lies: false }));
  const lay = before.map(({ lies }) => lies);
  for (const craft of cards) {
    const free = (i: number) => kept[i]?.craft === craft && !kept[i].lies;
    const places = kept.map((_, i) => i).filter(free);
    // A card that lay there is still there before one comes back.
    const place = places.find((i) => lay[i]) ?? places[0];
    const slot = place === undefined ? undefined : kept[place];
    if (!slot) return cards.slice(0, dealt).map((one) => ({ craft: one, lies: true }));
    slot.lies = true;
  }
  return kept;
}
