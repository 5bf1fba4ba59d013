/** What is asked of the coach of a table: one question at a time, and again until it is answered. */
import { answered } from '../api/answered';
import { body, http } from '../api/http';
import type { components } from '../api/schema';
import type { Game, MoveCost } from '../api/types';
import { QuestionQueue } from './question_queue';

type Schemas = components['schemas'];
export type Hint = Schemas['Hint'];
export type HintStep = 1 | 2 | 3;
export type Shares = Record<string, number>;

/** A moment of a game: behind an entry of its log, and behind moves that are tried. */
export interface Moment {
  ply: number;
  tokens: string[];
}

export class CoachApi {
  readonly #params;
  readonly #queue = new QuestionQueue();

  constructor(id: string) {
    this.#params = { path: { game_id: id } };
  }

  /** Turn the coach on or off. */
  turn(on: boolean): Promise<Game> {
    return body(http.POST('/api/v1/games/{game_id}/coach', { params: this.#params, body: { on } }));
  }

  async hint(moment: Moment, step: HintStep, wanted: () => boolean): Promise<Hint | null> {
    const request = { params: this.#params, body: { ...moment, step } };
    const ask = () => body(http.POST('/api/v1/games/{game_id}/coach/hint', request));
    return (await this.#queue.ask(() => answered(ask, wanted), wanted, true))?.hint ?? null;
  }

  /** What the last move of a moment costs. */
  async moveCost(moment: Moment, wanted: () => boolean, first = false): Promise<MoveCost | null> {
    const request = { params: this.#params, body: moment };
    const ask = () => body(http.POST('/api/v1/games/{game_id}/coach/move-cost', request));
    return (await this.#queue.ask(() => answered(ask, wanted), wanted, first))?.move_cost ?? null;
  }

  async shares(moment: Moment, wanted: () => boolean): Promise<Shares | null> {
    const request = { params: this.#params, body: moment };
    const ask = () => body(http.POST('/api/v1/games/{game_id}/coach/shares', request));
    return (await this.#queue.ask(() => answered(ask, wanted), wanted))?.shares ?? null;
  }
}
