/**
 * Tells of a game as it happens, and comes back by itself with the last ply that is known: over a websocket, or what the
 * table in this browser has instead.
 */
import { WITHOUT_SERVER } from '../local/mode';
import type { Watcher } from './game_api';
import { transport, type LiveSocket } from './transport';
import type { LiveMessage } from './types';

const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** How long a tab is hidden until the server is told that nobody looks at it, in milliseconds. */
const HIDDEN = 60_000;
/** The server's codes for what coming back cannot mend. */
const NO_SUCH_GAME = 4404;
const MALFORMED = 4400;

export class Live {
  /** The name by which the server knows this websocket; null while there is none. */
  watcher: string | null = null;

  #socket: LiveSocket | null = null;
  #timer = 0;
  #hidden = 0;
  #away = false;
  #wait = SHORTEST_WAIT;
  #ended = false;

  /**
   * @param options what the server is asked for beside the ply, as in an address: `outlook=true`, `whole=true`
   * @param known the last ply that is known when the websocket opens; null while the table is bare
   */
  constructor(
    private readonly game: string,
    private readonly options: string,
    private readonly receiver: Watcher,
    private readonly known: () => number | null,
  ) {
    this.#open();
    window.addEventListener('online', this.#hurry);
    if (WITHOUT_SERVER) return;
    document.addEventListener('visibilitychange', this.#look);
    this.#look();
  }

  end(): void {
    this.#ended = true;
    window.removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#look);
    window.clearTimeout(this.#timer);
    window.clearTimeout(this.#hidden);
    this.#socket?.close();
  }

  #look = () => {
    window.clearTimeout(this.#hidden);
    if (document.hidden) this.#hidden = window.setTimeout(() => this.#be(true), HIDDEN);
    else this.#be(false);
  };

  /** Come back as somebody who is there, or away: who is away is called, and seen as such by the others. */
  #be(away: boolean): void {
    if (away === this.#away) return;
    this.#away = away;
    if (!this.#socket) return; // the next one says so
    this.#socket.onclose = this.#socket.onmessage = null;
    this.#socket.close();
    this.watcher = null;
    this.#open();
  }

  #hurry = () => {
    if (this.#socket) return;
    window.clearTimeout(this.#timer);
    this.#open();
  };

  #open(): void {
    const known = this.known();
    const options = this.#away ? `${this.options}&away=true` : this.options;
    const query = known === null ? options : `since=${known}&${options}`;
    const socket = transport.live(this.game, query);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = SHORTEST_WAIT;
      this.receiver.connected(true);
    };
    socket.onmessage = (message) => {
      const news = JSON.parse(message.data) as LiveMessage;
      if (news.type === 'hello') this.watcher = news.watcher;
      else if (this.#ended) return;
      else if (news.type === 'talk') this.receiver.said?.(news);
      else this.receiver.receive(news);
    };
    socket.onclose = (closed) => {
      this.watcher = null;
      if (this.#ended) return;
      this.#socket = null;
      this.receiver.connected(false);
      if (closed.code === NO_SUCH_GAME || closed.code === MALFORMED) {
        this.receiver.gone();
        return;
      }
      this.#timer = window.setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }
}
