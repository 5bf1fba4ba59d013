/**
 * Whom the page asks: the own server, or, in the page without one, the table in this browser (`src/local`). Both take
 * the same requests and give the same answers, so nothing else on the page knows which it is. Which of the two goes into
 * the page is chosen when it is built (`imports` in `package.json`).
 */
import { transport } from '#transport';

export { transport };

/** What is used of a WebSocket. */
export interface LiveSocket {
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: ((closed: { code: number }) => void) | null;
  close(): void;
}

export interface Transport {
  ask(request: Request): Promise<Response>;
  /** Be told of a game as it happens; `options` are those of the address: `since=12&outlook=true`. */
  live(game: string, options: string): LiveSocket;
  /** Get an analysis job now and at each change; the socket closes when the job is finished, or is not known. */
  watchJob(key: string): LiveSocket;
}

/** The record of a game, as text; throws if it cannot be had. */
export async function recordOf(game: string): Promise<string> {
  const answer = await transport.ask(new Request(new URL(`/api/v1/games/${game}/record`, location.href)));
  if (!answer.ok) throw new Error(`the record of ${game} cannot be had: ${answer.status}`);
  return answer.text();
}
