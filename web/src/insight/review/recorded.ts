/** A game as its record has it: what was taken back is left out, so that its plies are those of a review. */
import type { Film } from '../../replay/film/film_views';
import type { Source } from '../../replay/film/source';
import { at } from '../../router.svelte';

/** The places in a film of the entries that a record would have, in order. */
export function heldPlaces(frames: Film['frames']): number[] {
  const held: number[] = [];
  frames.forEach(({ entry }, place) => {
    if (entry.kind !== 'undo') {
      held.push(place);
      return;
    }
    for (let n = entry.count; n > 0; n--) {
      const last = held.findLastIndex((one) => frames[one]?.entry.kind === 'move');
      if (last >= 0) held.splice(last, 1);
    }
  });
  return held;
}

/** The same game without what was taken back. An undo leads back to what was before, so the changes of the rest hold. */
export function asRecorded(source: Source): Source {
  const places = heldPlaces(source.film.frames);
  const frames = places.flatMap((place, i) => {
    const frame = source.film.frames[place];
    return frame ? [{ ...frame, entry: { ...frame.entry, ply: i + 1 } }] : [];
  });
  /** The entry of the log after which the table stands as after a ply of the record. */
  const inLog = (ply: number) => (ply > 0 ? (places[ply - 1] ?? 0) + 1 : 0);
  return {
    ...source,
    film: { ...source.film, frames },
    address: (ply) => (source.game ? at(`/review/${source.game}?ply=${ply}`) : null),
    position: (ply) => source.position(inLog(ply)),
    moment: (ply) => source.moment(inLog(ply)),
  };
}
