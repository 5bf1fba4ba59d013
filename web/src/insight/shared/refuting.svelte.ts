/**
 * What answers a wrong move: the others' best reply and the moves after it. They are played on the board one by one, and
 * then the question is back.
 */
import { answered } from '../../api/answered';
import type { components } from '../../api/schema';
import type { View } from '../../api/types';
import { inWords } from '../../page/refusal';
import { boardLine } from './board_line';
import { BoardWalk } from './board_walk.svelte';

type Schemas = components['schemas'];
export type Refutation = Schemas['Refutation'];

export class Refuting extends BoardWalk {
  answer = $state.raw<Refutation | null>(null);
  /** How many moves at the beginning are one's own turn, the wrong one last. */
  own = $state(0);
  thinking = $state(false);
  trouble = $state('');
  /** Which question is the latest. */
  #requests = 0;

  clear(): void {
    this.#requests += 1;
    this.show(0);
    this.answer = null;
    this.steps = [];
    this.thinking = false;
    this.trouble = '';
  }

  /** Ask what answers a turn; `own` is the number of its moves. */
  async ask(
    ask: () => Promise<Schemas['RefutationAnswer']>,
    position: string,
    base: View,
    own: number,
  ): Promise<void> {
    this.clear();
    const request = this.#requests;
    this.own = own;
    this.thinking = true;
    try {
      const refutation = (await answered(ask, () => request === this.#requests))?.refutation;
      const steps = refutation ? await boardLine(position, refutation.moves, base) : [];
      if (request !== this.#requests || !refutation) return;
      this.steps = steps;
      this.answer = refutation;
    } catch (problem) {
      if (request === this.#requests) this.trouble = inWords(problem);
    } finally {
      if (request === this.#requests) this.thinking = false;
    }
  }

  /** What is known already: a line that needs no engine. */
  async know(refutation: Refutation, position: string, base: View, own: number): Promise<void> {
    await this.ask(() => Promise.resolve({ status: 'done', error: null, refutation }), position, base, own);
  }
}
