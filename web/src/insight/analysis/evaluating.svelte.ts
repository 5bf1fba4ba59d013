/** The evaluation of a position as it grows. */
import { body, http } from '../../api/http';
import { followJob } from '../../api/jobs';
import type { Evaluation } from '../../api/types';
import { inWords } from '../../page/refusal';

/** How far the search goes. */
export const VISITS = { quick: 256, long: 1024, longest: 4096 } as const;
export type Depth = keyof typeof VISITS;

/** Before an evaluation begins, in milliseconds: whoever steps through a line starts none on the way. */
const RESTS = 300;

export class Evaluating {
  evaluation = $state.raw<Evaluation | null>(null);
  trouble = $state('');
  running = $state(false);
  depth = $state<Depth>('long');

  #timer: ReturnType<typeof setTimeout> | undefined;
  #unfollow = () => {};

  /** Evaluate a position, and nothing else any more; null for nothing. */
  about(position: string | null): void {
    this.stop();
    this.trouble = '';
    if (this.evaluation?.position !== position) this.evaluation = null;
    if (position === null) return;
    this.running = true;
    this.#timer = setTimeout(() => this.#follow(position, VISITS[this.depth]), RESTS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#unfollow();
    this.running = false;
  }

  #follow(position: string, visits: number): void {
    this.#unfollow = followJob(
      () => body(http.POST('/api/v1/evaluations', { body: { position, visits } })),
      ({ status, evaluation, error }) => {
        if (evaluation) this.evaluation = evaluation;
        if (status === 'failed') this.trouble = inWords(error);
        this.running = status === 'waiting' || status === 'running';
      },
      (problem) => {
        this.trouble = inWords(problem);
        this.running = false;
      },
    );
  }
}
