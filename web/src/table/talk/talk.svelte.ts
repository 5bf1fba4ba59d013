/** What is said at a table: by those who sit there among themselves, or by those who watch. */
import { body, http } from '../../api/http';
import type { Said, TalkModel } from '../../api/types';
import { WITHOUT_SERVER } from '../../local/mode';
import { inWords } from '../../page/refusal';

/** The pictures by which one says something without words. */
export const REACTIONS = ['star', 'drop', 'plant', 'camel', 'moon', 'sun'] as const;
/** For how long a bubble stands at a player's panel, in milliseconds. */
const BUBBLE = 4000;

export class TableTalk {
  messages = $state.raw<readonly Said[]>([]);
  muted = $state.raw<TalkModel['muted']>([]);
  side = $state<TalkModel['side']>('table');
  /** Whether people may talk here. */
  on = $state(false);
  /** How many messages came while the panel was closed. */
  unread = $state(0);
  trouble = $state('');
  #open = $state(false);
  /** The messages that need no bubble: null until the server has answered for the first time. */
  #known: Set<number> | null = null;

  constructor(readonly game: string) {}

  async enter(): Promise<void> {
    if (WITHOUT_SERVER) return;
    try {
      this.#take(await body(http.GET('/api/v1/games/{game_id}/talk', { params: this.#params })));
    } catch {
      this.#known ??= new Set(this.messages.map(({ id }) => id)); // the table is there all the same
    }
  }

  /** Messages arrived over the websocket, perhaps before or after an answer that has them, too. */
  receive(side: TalkModel['side'], messages: readonly Said[]): void {
    if (side === this.side) this.#add(messages);
    else void this.enter();
  }

  /** Open or close the panel. */
  look(open: boolean): void {
    this.#open = open;
    if (open) this.unread = 0;
  }

  /** Say something; return whether the server took it. */
  say(message: { text: string } | { reaction: (typeof REACTIONS)[number] }): Promise<boolean> {
    return this.#request(http.POST('/api/v1/games/{game_id}/talk', { params: this.#params, body: message }));
  }

  mute(by: string, on: boolean): Promise<boolean> {
    const request = { params: this.#params, body: { by, on } };
    return this.#request(http.POST('/api/v1/games/{game_id}/talk/mute', request));
  }

  report(id: number): Promise<boolean> {
    const request = { params: this.#params, body: { id } };
    return this.#request(http.POST('/api/v1/games/{game_id}/talk/report', request));
  }

  async #request(request: Parameters<typeof body<TalkModel>>[0]): Promise<boolean> {
    this.trouble = '';
    try {
      this.#take(await body(request));
      return true;
    } catch (problem) {
      this.trouble = inWords(problem);
      return false;
    }
  }

  /** Show an answer of the server, and keep what arrived over the websocket after it was made. */
  #take(talk: TalkModel): void {
    const last = talk.said.at(-1)?.id ?? 0;
    const muted = new Set(talk.muted.map(({ by }) => by));
    const newer =
      talk.side === this.side ? this.messages.filter(({ id, by }) => id > last && !muted.has(by)) : [];
    this.#known ??= new Set(talk.said.map(({ id }) => id));
    this.on = talk.on;
    this.side = talk.side;
    this.muted = talk.muted;
    this.messages = talk.said;
    this.#add(newer);
  }

  #add(messages: readonly Said[]): void {
    const shown = new Set(this.messages.map(({ id }) => id));
    this.messages = [...this.messages, ...messages.filter(({ id }) => !shown.has(id))];
    const known = this.#known;
    if (!known) return;
    for (const message of this.messages.filter(({ id }) => !known.has(id))) {
      known.add(message.id);
      if (message.yours) continue; // whoever has just said it sees it in the chat
      if (!this.#open) this.unread += 1;
      blow(message);
    }
  }

  get #params() {
    return { path: { game_id: this.game } };
  }
}

/** The message that each player's panel shows for a moment, by seat. */
export const bubbles = $state<Record<string, Said>>({});

function blow(said: Said): void {
  const { seat } = said;
  if (!seat) return;
  bubbles[seat] = said;
  setTimeout(() => {
    if (bubbles[seat]?.id === said.id) delete bubbles[seat];
  }, BUBBLE);
}

/** A text in pieces: links where they may be followed, else plain. */
export function linked(text: string, links: boolean): { text: string; link: boolean }[] {
  const parts = links ? text.split(/(https?:\/\/[^\s<>"']+)/) : [text];
  return parts
    .map((part, place) => ({ text: part, link: place % 2 === 1 && URL.canParse(part) }))
    .filter((part) => part.text !== '');
}
