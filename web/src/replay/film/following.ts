/** A running game that is replayed: when it has gone on, its film is fetched anew. */
import { Live } from '../../api/live';
import { gameSource, type Source } from './source';

/** How long a move waits for others that are fetched with it, in milliseconds. */
const NEWS_AFTER = 700;

/** Follow a game from the last ply that is `known`; answers with how to stop. */
export function follow(game: string, known: () => number, goOn: (source: Source) => void): () => void {
  let newest = 0;
  let timer = 0;
  let stopped = false;

  function wait(): void {
    if (!timer && !stopped && newest > known()) timer = window.setTimeout(() => void fetchNews(), NEWS_AFTER);
  }

  async function fetchNews(): Promise<void> {
    const news = await gameSource(game).catch(() => null); // with the next move there is another chance
    timer = 0;
    if (stopped || !news) return;
    goOn(news);
    wait();
  }

  const heard = ({ ply }: { ply: number }) => {
    newest = ply;
    wait();
  };
  const nothing = () => undefined;
  const live = new Live(game, { heard, connected: nothing, gone: nothing }, known());
  return () => {
    stopped = true;
    live.end();
    clearTimeout(timer);
  };
}
