/**
 * The table in a worker: Python for the browser (Pyodide) with the game's own packages answers what a server would.
 * Games are kept before an answer is given; bots have their searches made by a worker of their own.
 */
import { KeepsNothing, openGames, type GamesDb } from './games_db';
import type { FromTable, TableFiles, ToTable } from './messages';
import { startPython } from './python';
import { Reviewing } from './reviewing';
import type { SearchRequest } from './search_runner';
import { BotSearch } from './bot_search';

interface Browser {
  LocalServer: {
    callKwargs(db: GamesDb, search: RunSearch, reviewer: Reviewing, options: Options): LocalServer;
  };
}

interface Options {
  /** Gets a sentence if a bot fails. */
  on_trouble: (problem: string) => void;
}

type RunSearch = (request: string) => Promise<string>;
type Tell = (message: string | undefined) => void;

interface Answer {
  toJs(): [status: number, mediaType: string, body: string];
  destroy(): void;
}

/** `amyitis.local.browser.LocalServer`, as it looks from here. */
interface LocalServer {
  ask(method: string, target: string, body?: string): Promise<Answer>;
  watch(id: number, game: string, since: number, tell: Tell, whole: boolean, outlook: boolean): void;
  watch_job(id: number, key: string, tell: Tell): void;
  unwatch(id: number): void;
  heard(game: string): void;
}

const OTHER_TABS = 'amyitis-games';

let table: Promise<LocalServer> | null = null;

self.onmessage = ({ data }: MessageEvent<ToTable>) => {
  if (data.type === 'start') {
    table = start(data.files);
    table.catch((problem: unknown) =>
      say({ type: 'failed', problem: String(problem), keepsNothing: problem instanceof KeepsNothing }),
    );
  } else
    table?.then(
      (server) => answer(server, data),
      () => {}, // told once, for all
    );
};

async function start(files: TableFiles): Promise<LocalServer> {
  const other = new BroadcastChannel(OTHER_TABS);
  const [python, games] = await Promise.all([
    startPython(files, (step, fetched) => say({ type: 'step', step, ...(fetched && { fetched }) })),
    openGames((game) => other.postMessage(game)),
  ]);
  const { LocalServer } = python.pyimport('amyitis.local.browser') as Browser;
  const server = LocalServer.callKwargs(games, searchRunner(files.engine), new Reviewing(files), {
    on_trouble: (problem) => say({ type: 'trouble', problem }),
  });
  other.onmessage = ({ data }: MessageEvent<string>) => server.heard(data);
  say({ type: 'step', step: 'ready' });
  return server;
}

/** Searches for bots. */
function searchRunner(files: TableFiles['engine']): RunSearch {
  const search = new BotSearch(files);
  return async (request) => {
    try {
      return JSON.stringify({ evaluations: await search.run(JSON.parse(request) as SearchRequest) });
    } catch (problem) {
      return JSON.stringify({ problem: String(problem) });
    }
  };
}

async function answer(server: LocalServer, request: Exclude<ToTable, { type: 'start' }>): Promise<void> {
  if (request.type === 'ask') {
    const answer = await server.ask(request.method, request.target, request.body || undefined);
    const [status, mediaType, body] = answer.toJs();
    answer.destroy();
    say({ type: 'answer', id: request.id, status, mediaType, body });
  } else if (request.type === 'watch') {
    const { id, game } = request;
    const options = new URLSearchParams(request.options);
    const yes = (name: string) => options.get(name) === 'true';
    server.watch(id, game, Number(options.get('since') ?? -1), passOn(id), yes('whole'), yes('outlook'));
  } else if (request.type === 'watchJob') server.watch_job(request.id, request.key, passOn(request.id));
  else server.unwatch(request.id);
}

/** Passes messages on to the page. */
function passOn(id: number): Tell {
  return (message) => say({ type: 'message', id, message: message ?? null });
}

function say(message: FromTable): void {
  self.postMessage(message);
}
