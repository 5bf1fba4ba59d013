/** A game as its record has it: what was taken back is left out, so that its plies are those of a review. */
import type { ReplayFrames } from '../../replay/room/replay_views';
import type { Source } from '../../replay/room/source';
import { at } from '../../router.svelte';

/** The places in a replay of the entries that a record would have, in order. */
export function heldPlaces(frames: ReplayFrames['frames']): number[] {
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
  const places = heldPlaces(source.replay.frames);
  const frames = places.flatMap((place, i) => {
    const frame = source.replay.frames[place];
    return frame ? [{ ...frame, entry: { ...frame.entry, ply: i + 1 } }] : [];
  });
  /** The entry of the log after which the table stands as after a ply of the record. */
  const inLog = (ply: number) => (ply > 0 ? (places[ply - 1] ?? 0) + 1 : 0);
  return {
    ...source,
    replay: { ...source.replay, frames },
    address: (ply) => (source.game ? at(`/review/${source.game}?ply=${ply}`) : null),
    position: (ply) => source.position(inLog(ply)),
    moment: (ply) => source.moment(inLog(ply)),
  };
}
