/** A game of the own server: asked over HTTP, told over a websocket. */
import { contribute, newSeal } from '../fair/shares';
import type { GameApi, Watcher } from './game_api';
import { body, http } from './http';
import { Live } from './live';
import type { Game, Seat, Tried, Update } from './types';

export class ServerGame implements GameApi {
  #live: Live | null = null;

  constructor(readonly id: string) {}

  load(since: number): Promise<Game> {
    const params = { path: this.#path, query: { since, outlook: true } };
    return body(http.GET('/api/v1/games/{game_id}', { params }));
  }

  watch(watcher: Watcher, known: () => number | null): () => void {
    const live = new Live(this.id, 'outlook=true', watcher, known);
    this.#live = live;
    return () => live.end();
  }

  tryMoves(ply: number, tokens: readonly string[]): Promise<Tried> {
    const asked = { ply, tokens: [...tokens] };
    return body(http.POST('/api/v1/games/{game_id}/try', { params: this.#params, body: asked }));
  }

  move(ply: number, tokens: readonly string[]): Promise<Update | Game> {
    const asked = { ply, tokens: [...tokens], ...this.#toldOnce };
    return body(http.POST('/api/v1/games/{game_id}/moves', { params: this.#params, body: asked }));
  }

  undo(ply: number): Promise<Update | Game> {
    const asked = { ply, ...this.#toldOnce };
    return body(http.POST('/api/v1/games/{game_id}/undo', { params: this.#params, body: asked }));
  }

  leaveSeat(seat: Seat, bot: string): Promise<Game> {
    const params = { path: { ...this.#path, seat } };
    return body(http.POST('/api/v1/games/{game_id}/seats/{seat}/leave', { params, body: { bot } }));
  }

  takeSeatBack(seat: Seat): Promise<Game> {
    const params = { path: { ...this.#path, seat } };
    return body(http.POST('/api/v1/games/{game_id}/seats/{seat}/return', { params }));
  }

  async invitation(seat: Seat): Promise<string> {
    const found = await body(http.GET('/api/v1/games/{game_id}/invitations', { params: this.#params }));
    return found.invitations[seat] ?? '';
  }

  async rematch(): Promise<string> {
    const asked = { seal: await newSeal() };
    const made = await body(
      http.POST('/api/v1/games/{game_id}/rematch', { params: this.#params, body: asked }),
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
  get #toldOnce() {
    return { outlook: true, whole: false, watcher: this.#live?.watcher ?? null };
  }
}
