/** The games that a person does not want in their list any more; kept in their browser, as who they are is. */
const KEPT_AS = 'amyitis.removed';

class Removed {
  #ids = $state.raw<ReadonlySet<string>>(kept());

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#keep(new Set([...this.#ids, id]));
  }

  clear(): void {
    this.#keep(new Set());
  }

  #keep(ids: ReadonlySet<string>): void {
    this.#ids = ids;
    try {
      localStorage.setItem(KEPT_AS, JSON.stringify([...ids]));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const removed = new Removed();

function kept(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}
