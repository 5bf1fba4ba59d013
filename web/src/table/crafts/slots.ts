/** Where the cards of a group lie: one that is taken leaves its place empty, and the others stay where they are. */
import type { Craft } from '../../api/types';

/** A place of a group; where `lies` is false, the card that lay there was taken. */
export interface Slot {
  craft: Craft;
  lies: boolean;
  /** Of the cards that were taken, the one that was taken last. */
  last: boolean;
}

/**
 * The places after a change: as they were where the cards can be those of before, else in the order of the cards.
 * @param clicked the place of the card that was clicked: of equal cards it is the one that is taken
 */
export function keepPlaces(
  before: readonly Slot[],
  cards: readonly Craft[],
  dealt: number,
  clicked: number | null = null,
): Slot[] {
  const kept = before.map(({ craft, last }) => ({ craft, lies: false, last }));
  for (const craft of cards) {
    const places = kept.map((_, i) => i).filter((i) => kept[i]?.craft === craft && !kept[i].lies);
    // A card that lay there is still there before one comes back.
    const lying = places.filter((i) => before[i]?.lies);
    const place = lying.find((i) => i !== clicked) ?? lying[0] ?? places[0];
    const slot = place === undefined ? undefined : kept[place];
    if (!slot) return cards.slice(0, dealt).map((one) => ({ craft: one, lies: true, last: false }));
    slot.lies = true;
  }
  const taken = kept.findIndex(({ lies }, i) => !lies && before[i]?.lies);
  return taken < 0 ? kept : kept.map((slot, i) => ({ ...slot, last: i === taken }));
}
