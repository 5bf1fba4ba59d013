/** A game as a film: the view at the start, and for each entry of the log only what it changes. */
import { withChanges } from '../../api/changes';
import type { components } from '../../api/schema';
import type { Entry, View } from '../../api/types';

export type Film = components['schemas']['FilmModel'];

/** The views of a film: each is made once and kept, so that going back costs nothing. */
export class FilmViews {
  readonly entries: Entry[];
  #views: View[];

  constructor(readonly film: Film) {
    this.entries = film.frames.map((frame) => frame.entry);
    this.#views = [film.start];
  }

  /** The number of the last entry. */
  get last(): number {
    return this.film.frames.length;
  }

  /** The table after an entry; 0 is the start. */
  at(ply: number): View {
    for (let made = this.#views.length; made <= ply; made++) {
      const before = this.#views[made - 1];
      const frame = this.film.frames[made - 1];
      if (!before || !frame) throw new Error(`the film has no ply ${ply}`);
      this.#views.push(withChanges(before, frame.set));
    }
    return this.#views[ply] ?? this.film.start;
  }
}
