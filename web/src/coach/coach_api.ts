/** What is asked of the coach of a table. Each question is asked again until it is answered. */
import { body, http } from '../api/http';
import type { components } from '../api/schema';
import type { Game, MoveCost } from '../api/types';

type Schemas = components['schemas'];
export type Hint = Schemas['Hint'];
export type HintStep = 1 | 2 | 3;
export type Shares = Record<string, number>;

/** A moment of a game: behind an entry of its log, and behind moves that are tried. */
export interface Moment {
  ply: number;
  tokens: string[];
}

/** Between two questions, in milliseconds. */
const REST = 300;

interface Answer {
  status: Schemas['HintAnswer']['status'];
  error: string | null;
}

/** Ask until it is answered, or nobody wants to know any more (then null); throws Refused, Unreachable or Error. */
async function answered<A extends Answer>(ask: () => Promise<A>, wanted: () => boolean): Promise<A | null> {
  for (;;) {
    const answer = await ask();
    if (!wanted()) return null;
    if (answer.status === 'done') return answer;
    if (answer.status === 'failed') throw new Error(answer.error ?? 'no answer');
    await new Promise((done) => setTimeout(done, REST));
    if (!wanted()) return null;
  }
}

export class CoachApi {
  readonly #params;

  constructor(id: string) {
    this.#params = { path: { game_id: id } };
  }

  /** Turn the coach on or off. */
  turn(on: boolean): Promise<Game> {
    return body(http.POST('/api/v1/games/{game_id}/coach', { params: this.#params, body: { on } }));
  }

  async hint(moment: Moment, step: HintStep, wanted: () => boolean): Promise<Hint | null> {
    const asked = { params: this.#params, body: { ...moment, step } };
    const ask = () => body(http.POST('/api/v1/games/{game_id}/coach/hint', asked));
    return (await answered(ask, wanted))?.hint ?? null;
  }

  /** What the last move of a moment costs. */
  async moveCost(moment: Moment, wanted: () => boolean): Promise<MoveCost | null> {
    const asked = { params: this.#params, body: moment };
    const ask = () => body(http.POST('/api/v1/games/{game_id}/coach/move-cost', asked));
    return (await answered(ask, wanted))?.move_cost ?? null;
  }

  async shares(moment: Moment, wanted: () => boolean): Promise<Shares | null> {
    const asked = { params: this.#params, body: moment };
    const ask = () => body(http.POST('/api/v1/games/{game_id}/coach/shares', asked));
    return (await answered(ask, wanted))?.shares ?? null;
  }
}
