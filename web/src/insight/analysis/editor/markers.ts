/** The markers on the Palace track of a position that is set up. */
import type { Seat } from '../../../api/types';
import type { Edited } from './sections';

/** Put a marker on a space (0: off the track): there it comes last, and those behind it on its old space move up. */
export function stand(edited: Edited, seat: Seat, space: number): void {
  const me = edited.having[seat]!;
  const others = edited.seats.filter((one) => one !== seat).map((one) => edited.having[one]!);
  for (const other of others) {
    if (other.track === me.track && other.arrival > me.arrival) other.arrival -= 1;
  }
  me.track = space;
  me.arrival = space ? others.filter((other) => other.track === space).length : 0;
}

/** The players on the track, the one ahead first. */
export function alongTrack({ seats, having }: Edited): Seat[] {
  const at = (seat: Seat) => having[seat]!;
  return seats
    .filter((seat) => at(seat).track > 0)
    .sort((a, b) => at(b).track - at(a).track || at(a).arrival - at(b).arrival);
}
