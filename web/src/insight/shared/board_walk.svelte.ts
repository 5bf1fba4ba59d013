/** Moves that are shown on the board one by one. */
import type { BoardStep } from './board_line';

/** Between two moves on the board, in milliseconds. */
const PACE = 1000;

export class BoardWalk {
  steps = $state.raw<BoardStep[]>([]);
  /** How many of the moves are played on the board. */
  shown = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The step that is seen on the board; undefined while the question is. */
  get step(): BoardStep | undefined {
    return this.steps[this.shown - 1];
  }

  show(count: number): void {
    clearTimeout(this.#timer);
    this.shown = Math.max(0, Math.min(count, this.steps.length));
  }

  /** Play the moves on the board one by one, from the first one on; in the end show so many. */
  play(end = this.steps.length): void {
    this.show(1);
    const goOn = () => {
      if (this.shown < this.steps.length) {
        this.shown += 1;
        this.#timer = setTimeout(goOn, PACE);
      } else this.shown = end;
    };
    this.#timer = setTimeout(goOn, PACE);
  }
}
