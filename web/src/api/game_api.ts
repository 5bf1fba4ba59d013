/**
 * What a table asks of whoever runs its game. `ServerGame` asks the server; a page that has none can give the table
 * something else that works like it.
 *
 * What is asked may throw Refused or Unreachable (`problems.ts`).
 */
import type { Game, Seat, TalkMessage, Tried, Update } from './types';

/** Receives what happens in a game. */
export interface Watcher {
  /** What is new, or the whole game where that is too much. */
  receive(news: Update | Game): void;
  connected(now: boolean): void;
  /** Something was said on one's side of the table. */
  said?(talk: TalkMessage): void;
  /** There is no such game any more. */
  gone(): void;
}

/** What one may propose, or answer. */
export type Proposing = 'pause' | 'end' | 'decline' | 'resume';

export interface GameApi {
  readonly id: string;
  /** The whole game, with the entries behind a ply. */
  load(since: number): Promise<Game>;
  /** Tell of the game from now on; `known` is the last ply that the watcher knows, null while the table is bare. Returns how to stop. */
  watch(watcher: Watcher, known: () => number | null): () => void;
  /** What a line of moves would lead to; nothing is kept. */
  tryMoves(ply: number, tokens: readonly string[]): Promise<Tried>;
  /**
   * Make moves that count, all or none; what is new since `ply`. The watcher is not told of it again. `thought`: how
   * long they took here, in milliseconds.
   */
  move(ply: number, tokens: readonly string[], thought?: number | null): Promise<Update | Game>;
  /** Take back one's last decision; what is new since `ply`. The watcher is not told of it again. */
  undo(ply: number): Promise<Update | Game>;
  /** Leave a seat to a bot. */
  leaveSeat(seat: Seat, bot: string): Promise<Game>;
  /** Take a seat back from the bot. */
  takeSeatBack(seat: Seat): Promise<Game>;
  /** Leave the game for good. */
  resign(seat: Seat): Promise<Game>;
  propose(seat: Seat, what: Proposing): Promise<Game>;
  /** Plan a seat's next turn as it was tried at a ply; without moves none. */
  plan(seat: Seat, ply: number, tokens: readonly string[]): Promise<Game>;
  /** The invitation to an open seat. */
  invitation(seat: Seat): Promise<string>;
  /** The id of the game after this one, made by the first who asks for it. */
  rematch(): Promise<string>;
}
