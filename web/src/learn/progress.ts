/** How far a person has come in each part of the lesson, kept in their browser. */

/** The parts of the lesson: the guided first game, and what comes after it. */
export type Part = 1 | 2;

interface Progress {
  /** The key of the step to go on with. */
  at: string;
  /** Whether the part has been played to its end, once at least. */
  done: boolean;
}

function keptAs(part: Part): string {
  return part === 1 ? 'amyitis.lesson' : `amyitis.lesson.${part}`;
}

export function keptProgress(part: Part): Progress | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keptAs(part)) ?? 'null') as Partial<Progress> | null;
    return typeof kept?.at === 'string' ? { at: kept.at, done: kept.done === true } : null;
  } catch {
    return null;
  }
}

export function keepProgress(part: Part, progress: Progress): void {
  try {
    localStorage.setItem(keptAs(part), JSON.stringify(progress));
  } catch {
    // A browser that keeps nothing begins anew each time.
  }
}

export function isDone(part: Part): boolean {
  return keptProgress(part)?.done ?? false;
}
