/** Questions to the coach, asked one at a time: who tries moves faster than the engine judges them is not refused. */
export class QuestionQueue {
  readonly #waiting: (() => Promise<void>)[] = [];
  #busy = false;

  /** Ask once no other question is open; null if nobody wants to know by then. What a person clicks for goes first. */
  ask<A>(question: () => Promise<A | null>, wanted: () => boolean, first = false): Promise<A | null> {
    return new Promise((resolve, reject) => {
      const start = () => (wanted() ? question() : Promise.resolve(null)).then(resolve, reject);
      if (first) this.#waiting.unshift(start);
      else this.#waiting.push(start);
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let start = this.#waiting.shift(); start; start = this.#waiting.shift()) await start();
    this.#busy = false;
  }
}
