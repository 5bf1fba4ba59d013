/** How far a person has come in the lesson, kept in their browser. */
const KEPT_AS = 'amyitis.lesson';

export interface Progress {
  /** The key of the step to go on with. */
  at: string;
  /** Whether the lesson has been played to its end. */
  done: boolean;
}

export function keptProgress(): Progress | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT_AS) ?? 'null') as Partial<Progress> | null;
    return typeof found?.at === 'string' ? { at: found.at, done: found.done === true } : null;
  } catch {
    return null;
  }
}

export function keepProgress(progress: Progress): void {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(progress));
  } catch {
    // A browser that keeps nothing begins anew each time.
  }
}
