/** A running game that is replayed: what is told of it is added to the end of its replay. */
import { Live } from '../../api/live';
import type { Game, EntryUpdate, Update } from '../../api/types';
import { gameSource, type Source } from './source';

/** Follow a game from the end of the replay that is `known`; returns how to stop. */
export function follow(game: string, known: () => Source, goOn: (source: Source) => void): () => void {
  let stopped = false;

  function receive(news: Update | Game): void {
    const source = known();
    const last = source.replay.frames.length;
    const fresh = news.type === 'update' ? news.entries.filter(({ ply }) => ply > last) : [];
    if (fresh.length < news.ply - last) void fetchAnew();
    else if (fresh.length > 0) goOn(lengthened(source, fresh, news));
  }

  /** So much has happened that what is new was not told one by one. */
  async function fetchAnew(): Promise<void> {
    const source = await gameSource(game).catch(() => null); // with the next move there is another chance
    if (!stopped && source) goOn(source);
  }

  const nothing = () => undefined;
  const live = new Live(
    game,
    'outlook=false',
    { receive, connected: nothing, gone: nothing },
    () => known().replay.frames.length,
  );
  return () => {
    stopped = true;
    live.end();
  };
}

function lengthened(source: Source, fresh: readonly EntryUpdate[], { seats, over }: Update | Game): Source {
  const frames = fresh.map(({ set, ...entry }) => ({ entry, set }));
  return {
    ...source,
    seats,
    over,
    replay: { ...source.replay, frames: [...source.replay.frames, ...frames] },
  };
}
