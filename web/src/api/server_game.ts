/** A game of the own server: asked over HTTP, told over a websocket. */
import { contribute, newSeal } from '../fair/shares';
import { WITHOUT_SERVER } from '../local/mode';
import type { GameApi, Proposing, Watcher } from './game_api';
import { body, http } from './http';
import { Live } from './live';
import type { Game, Seat, Tried, TurnAhead, Update } from './types';

export class ServerGame implements GameApi {
  #live: Live | null = null;

  constructor(readonly id: string) {}

  load(since: number): Promise<Game> {
    const params = { path: this.#path, query: { since, outlook: true } };
    return body(http.GET('/api/v1/games/{game_id}', { params }));
  }

  watch(watcher: Watcher, known: () => number | null): () => void {
    const live = new Live(this.id, `outlook=true${WITHOUT_SERVER ? '' : '&talk=true'}`, watcher, known);
    this.#live = live;
    return () => live.end();
  }

  tryMoves(ply: number, tokens: readonly string[]): Promise<Tried> {
    const request = { ply, tokens: [...tokens] };
    return body(http.POST('/api/v1/games/{game_id}/try', { params: this.#params, body: request }));
  }

  move(ply: number, tokens: readonly string[], thought: number | null = null): Promise<Update | Game> {
    const request = { ply, tokens: [...tokens], thought, ...this.#answerOptions };
    return body(http.POST('/api/v1/games/{game_id}/moves', { params: this.#params, body: request }));
  }

  undo(ply: number): Promise<Update | Game> {
    const request = { ply, ...this.#answerOptions };
    return body(http.POST('/api/v1/games/{game_id}/undo', { params: this.#params, body: request }));
  }

  leaveSeat(seat: Seat, bot: string): Promise<Game> {
    const params = { path: { ...this.#path, seat } };
    return body(http.POST('/api/v1/games/{game_id}/seats/{seat}/leave', { params, body: { bot } }));
  }

  takeSeatBack(seat: Seat): Promise<Game> {
    const params = { path: { ...this.#path, seat } };
    return body(http.POST('/api/v1/games/{game_id}/seats/{seat}/return', { params }));
  }

  resign(seat: Seat): Promise<Game> {
    const params = { path: { ...this.#path, seat } };
    return body(http.POST('/api/v1/games/{game_id}/seats/{seat}/resign', { params }));
  }

  propose(seat: Seat, what: Proposing): Promise<Game> {
    const params = { path: { ...this.#path, seat } };
    return body(http.POST('/api/v1/games/{game_id}/seats/{seat}/propose', { params, body: { what } }));
  }

  /** What a line of moves would lead to if it were a seat's turn now. */
  tryTurn(seat: Seat, ply: number, tokens: readonly string[]): Promise<TurnAhead> {
    const params = { path: { ...this.#path, seat } };
    const request = { ply, tokens: [...tokens] };
    return body(http.POST('/api/v1/games/{game_id}/seats/{seat}/plan/try', { params, body: request }));
  }

  plan(seat: Seat, ply: number, tokens: readonly string[]): Promise<Game> {
    const params = { path: { ...this.#path, seat } };
    const request = { ply, tokens: [...tokens] };
    return body(http.POST('/api/v1/games/{game_id}/seats/{seat}/plan', { params, body: request }));
  }

  async invitation(seat: Seat): Promise<string> {
    const answer = await body(http.GET('/api/v1/games/{game_id}/invitations', { params: this.#params }));
    return answer.invitations[seat] ?? '';
  }

  async rematch(): Promise<string> {
    const request = { seal: await newSeal() };
    const made = await body(
      http.POST('/api/v1/games/{game_id}/rematch', { params: this.#params, body: request }),
    );
    await contribute(made.game);
    return made.game.id;
  }

  get #path() {
    return { game_id: this.id };
  }

  get #params() {
    return { path: this.#path };
  }

  /** The answer tells what is new, so the websocket need not. */
  get #answerOptions() {
    return { outlook: true, whole: false, watcher: this.#live?.watcher ?? null };
  }
}
