/** The views of a replay, which has the view at the start and, for each entry of the log, only its changes. */
import { withChanges } from '../../api/changes';
import type { components } from '../../api/schema';
import type { Entry, View } from '../../api/types';

export type ReplayFrames = components['schemas']['ReplayFrames'];

/** The views of a replay: each is made once and kept, so that going back costs nothing. */
export class ReplayViews {
  readonly entries: Entry[];
  #views: View[];

  constructor(readonly replay: ReplayFrames) {
    this.entries = replay.frames.map((frame) => frame.entry);
    this.#views = [replay.start];
  }

  /** The number of the last entry. */
  get last(): number {
    return this.replay.frames.length;
  }

  /** The table after an entry; 0 is the start. */
  at(ply: number): View {
    for (let made = this.#views.length; made <= ply; made++) {
      const before = this.#views[made - 1];
      const frame = this.replay.frames[made - 1];
      if (!before || !frame) throw new Error(`the replay has no ply ${ply}`);
      this.#views.push(withChanges(before, frame.set));
    }
    return this.#views[ply] ?? this.replay.start;
  }
}
