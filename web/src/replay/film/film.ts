/** A game as a film: the view at the start, and for each entry of the log only what it changes. */
import type { components } from '../../api/schema';
import type { Entry, View } from '../../api/types';

export type Film = components['schemas']['FilmModel'];
/** New values by their paths, as in `{ "seats/1/talents": 3, "question": null }`. */
export type Changes = Readonly<Record<string, unknown>>;

/** The whole after the changes; the one given stays as it is, and shares with the new one all that is alike. */
export function withChanges<T>(whole: T, changes: Changes): T {
  let changed: unknown = whole;
  for (const [path, value] of Object.entries(changes))
    changed = put(changed, path ? path.split('/') : [], value);
  return changed as T;
}

function put(whole: unknown, [step, ...rest]: string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(whole)) return whole.with(Number(step), put(whole[Number(step)], rest, value));
  const parts = whole as Record<string, unknown>;
  return { ...parts, [step]: put(parts[step], rest, value) };
}

/** Shows a film: each view is made once and kept, so that going back costs nothing. */
export class Projector {
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
