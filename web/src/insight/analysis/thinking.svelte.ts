/** What the engine thinks of a position, growing: it is asked for, then looked at again until it is done. */
import { body, http } from '../../api/http';
import type { components } from '../../api/schema';
import { inWords } from '../../page/refusal';

export type Opinion = components['schemas']['PositionOpinion'];

/** How far the search goes. */
export const VISITS = { quick: 256, long: 1024, longest: 4096 } as const;
export type Depth = keyof typeof VISITS;

/** Time between two looks, and before the first question: whoever steps through a line asks nothing of it. */
const LOOKS = 700;
const RESTS = 300;

export class Thinking {
  opinion = $state.raw<Opinion | null>(null);
  trouble = $state('');
  running = $state(false);
  depth = $state<Depth>('long');

  #asked = 0;

  /** Think about a position, and of nothing else any more; null for nothing. */
  async about(position: string | null): Promise<void> {
    const asked = ++this.#asked;
    this.running = false;
    this.trouble = '';
    if (this.opinion?.position !== position) this.opinion = null;
    if (position === null) return;
    this.running = true;
    try {
      await rest(RESTS);
      if (asked !== this.#asked) return;
      const visits = VISITS[this.depth];
      let found = await body(http.POST('/api/v1/analyses', { body: { position, visits } }));
      for (;;) {
        if (asked !== this.#asked) return;
        if (found.opinion) this.opinion = found.opinion;
        if (found.status === 'failed') throw new Error(found.error ?? '');
        if (found.status === 'done') break;
        await rest(LOOKS);
        if (asked !== this.#asked) return;
        const path = { key: found.key };
        found = await body(http.GET('/api/v1/analyses/{key}', { params: { path } }));
      }
    } catch (problem) {
      if (asked === this.#asked) this.trouble = inWords(problem);
    } finally {
      if (asked === this.#asked) this.running = false;
    }
  }

  stop(): void {
    this.#asked++;
    this.running = false;
  }
}

function rest(time: number): Promise<void> {
  return new Promise((done) => setTimeout(done, time));
}
