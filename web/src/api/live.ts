/** A websocket that tells of a game, and comes back by itself with the last ply it has seen. */
import type { Game } from './types';

const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** The server's codes for what coming back cannot mend. */
const NO_SUCH_GAME = 4404;
const MALFORMED = 4400;

export interface Watcher {
  heard(game: Game): void;
  connected(now: boolean): void;
  gone(): void;
}

export class Live {
  #socket: WebSocket | null = null;
  #timer = 0;
  #wait = SHORTEST_WAIT;
  #ended = false;

  constructor(
    private readonly game: string,
    private readonly watcher: Watcher,
    private seen: number,
  ) {
    this.#open();
    window.addEventListener('online', this.#hurry);
  }

  /** What has been heard another way, as the answer to a move. */
  saw(ply: number): void {
    this.seen = Math.max(this.seen, ply);
  }

  end(): void {
    this.#ended = true;
    window.removeEventListener('online', this.#hurry);
    window.clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #hurry = () => {
    if (this.#socket) return;
    window.clearTimeout(this.#timer);
    this.#open();
  };

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(
      `${scheme}//${location.host}/api/v1/games/${this.game}/live?since=${this.seen}`,
    );
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = SHORTEST_WAIT;
      this.watcher.connected(true);
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      const game = JSON.parse(message.data) as Game;
      this.watcher.heard(game);
      this.saw(game.ply);
    };
    socket.onclose = (closed) => {
      if (this.#ended) return;
      this.#socket = null;
      this.watcher.connected(false);
      if (closed.code === NO_SUCH_GAME || closed.code === MALFORMED) {
        this.watcher.gone();
        return;
      }
      this.#timer = window.setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }
}
