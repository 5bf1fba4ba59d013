/**
 * Tells of a game as it happens, and comes back by itself with the last ply that is known: over a websocket, or what the
 * table in this browser has instead.
 */
import type { Watcher } from './game_api';
import { transport, type LiveSocket } from './transport';
import type { LiveMessage } from './types';

const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** The server's codes for what coming back cannot mend. */
const NO_SUCH_GAME = 4404;
const MALFORMED = 4400;

export class Live {
  /** The name by which the server knows this websocket; null while there is none. */
  watcher: string | null = null;

  #socket: LiveSocket | null = null;
  #timer = 0;
  #wait = SHORTEST_WAIT;
  #ended = false;

  /**
   * @param asked what is asked of the server beside the ply, as in an address: `outlook=true`, `whole=true`
   * @param known the last ply that is known when the websocket opens; null while the table is bare
   */
  constructor(
    private readonly game: string,
    private readonly asked: string,
    private readonly told: Watcher,
    private readonly known: () => number | null,
  ) {
    this.#open();
    window.addEventListener('online', this.#hurry);
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
    const known = this.known();
    const asked = known === null ? this.asked : `since=${known}&${this.asked}`;
    const socket = transport.live(this.game, asked);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = SHORTEST_WAIT;
      this.told.connected(true);
    };
    socket.onmessage = (message) => {
      const news = JSON.parse(message.data) as LiveMessage;
      if (news.type === 'hello') this.watcher = news.watcher;
      else if (!this.#ended) this.told.told(news);
    };
    socket.onclose = (closed) => {
      this.watcher = null;
      if (this.#ended) return;
      this.#socket = null;
      this.told.connected(false);
      if (closed.code === NO_SUCH_GAME || closed.code === MALFORMED) {
        this.told.gone();
        return;
      }
      this.#timer = window.setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }
}
