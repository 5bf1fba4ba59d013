/**
 * The table in a worker: Python for the browser (Pyodide) with the game's own packages answers what a server would.
 * Games are kept before an answer is given; bots have their searches made by a worker of their own.
 */
import { openGames, type GamesDb } from './games_db';
import { digestOf, forgetStarted, keepStarted, startedBefore, type StartedPython } from './kept_python';
import type { FromTable, TableFiles, ToTable } from './messages';
import type { SearchRequest } from './thinker';
import { Thinking } from './thinking';

/** The digest of Python's library and our own modules, the files that belong to this page (`local_files.ts`). */
declare const PYTHON_DIGEST: string;

/** What is used of Pyodide. */
interface Python {
  unpackArchive(archive: ArrayBuffer, format: 'zip'): void;
  pyimport(module: 'amyitis.local.browser'): Browser;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}

interface Browser {
  LocalServer: (db: GamesDb, think: Think) => LocalServer;
  destroy(): void;
}

/** Memory can be kept only of a Python that was started to that end. (The names with `_` are Pyodide's own.) */
interface PyodideOptions {
  indexURL: string;
  stdLibURL?: string;
  _makeSnapshot?: boolean;
  _loadSnapshot?: ArrayBuffer;
}

type LoadPyodide = (options: PyodideOptions) => Promise<Python>;

type Think = (request: string) => Promise<string>;
type Tell = (message: string | undefined) => void;

interface Answer {
  toJs(): [status: number, mediaType: string, body: string];
  destroy(): void;
}

/** `amyitis.local.browser.LocalServer`, as it looks from here. */
interface LocalServer {
  ask(method: string, target: string, body?: string): Promise<Answer>;
  watch(id: number, game: string, since: number, tell: Tell, whole: boolean, outlook: boolean): void;
  unwatch(id: number): void;
  heard(game: string): void;
  bots: { on_trouble: (problem: string) => void };
}

const OTHER_TABS = 'amyitis-games';
/** Milliseconds after which whoever came to play has begun. */
const UNTIL_IDLE = 3000;

let table: Promise<LocalServer> | null = null;

self.onmessage = ({ data }: MessageEvent<ToTable>) => {
  if (data.type === 'start') {
    table = start(data.files);
    table.catch((problem: unknown) => say({ type: 'failed', problem: String(problem) }));
  } else void table?.then((server) => answer(server, data));
};

async function start(files: TableFiles): Promise<LocalServer> {
  say({ type: 'step', step: 'python' });
  const other = new BroadcastChannel(OTHER_TABS);
  const [python, games] = await Promise.all([
    startedBefore(PYTHON_DIGEST).then((before) => (before ? again(files, before) : anew(files))),
    openGames((game) => other.postMessage(game)),
  ]);
  const { LocalServer } = python.pyimport('amyitis.local.browser');
  const server = LocalServer(games, thinker(files.thinking));
  server.bots.on_trouble = (problem) => say({ type: 'trouble', problem });
  other.onmessage = ({ data }: MessageEvent<string>) => server.heard(data);
  say({ type: 'step', step: 'ready' });
  return server;
}

/** Python with our modules, as an earlier visit has kept it; anew if that does not work. */
async function again(files: TableFiles, { library, ours, memory }: StartedPython): Promise<Python> {
  const stdLibURL = URL.createObjectURL(new Blob([library]));
  try {
    const python = await loaded(files, { stdLibURL, _loadSnapshot: memory });
    python.unpackArchive(ours, 'zip'); // modules that nobody has wanted yet, and what is written beside them
    python.pyimport('amyitis.local.browser').destroy();
    return python;
  } catch {
    await forgetStarted();
    return await anew(files);
  } finally {
    URL.revokeObjectURL(stdLibURL);
  }
}

/** Python with our modules; as it is before any game, it is kept for the next visit. */
async function anew(files: TableFiles): Promise<Python> {
  const [python, ours] = await Promise.all([loaded(files, { _makeSnapshot: true }), fetched(files.sources)]);
  say({ type: 'step', step: 'game' });
  python.unpackArchive(ours, 'zip');
  python.pyimport('amyitis.local.browser').destroy();
  keepLater(files, ours, python);
  return python;
}

async function loaded({ pyodide }: TableFiles, options: Partial<PyodideOptions>): Promise<Python> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${pyodide}pyodide.mjs`)) as {
    loadPyodide: LoadPyodide;
  };
  return loadPyodide({ indexURL: pyodide, ...options });
}

/** Keep Python's memory as it is now, once nobody waits; not if the host has files of another version by now. */
function keepLater({ pyodide }: TableFiles, ours: ArrayBuffer, python: Python): void {
  const keep = async (memory: ArrayBuffer) => {
    const library = await fetched(`${pyodide}python_stdlib.zip`);
    if ((await digestOf({ library, ours })) === PYTHON_DIGEST)
      await keepStarted(PYTHON_DIGEST, { library, ours, memory });
  };
  try {
    const memory = python.makeMemorySnapshot().buffer;
    setTimeout(() => void keep(memory).catch(() => {}), UNTIL_IDLE); // the next visit waits longer, no more
  } catch {
    // the same
  }
}

async function fetched(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be had: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Searches for bots. */
function thinker(files: TableFiles['thinking']): Think {
  const thinking = new Thinking(files);
  return async (request) => {
    try {
      return JSON.stringify({ opinions: await thinking.think(JSON.parse(request) as SearchRequest) });
    } catch (problem) {
      return JSON.stringify({ problem: String(problem) });
    }
  };
}

async function answer(server: LocalServer, asked: Exclude<ToTable, { type: 'start' }>): Promise<void> {
  if (asked.type === 'ask') {
    const said = await server.ask(asked.method, asked.target, asked.body || undefined);
    const [status, mediaType, body] = said.toJs();
    said.destroy();
    say({ type: 'answer', id: asked.id, status, mediaType, body });
  } else if (asked.type === 'watch') {
    const { id, game } = asked;
    const wanted = new URLSearchParams(asked.asked);
    const tell: Tell = (message) => say({ type: 'told', id, message: message ?? null });
    const yes = (name: string) => wanted.get(name) === 'true';
    server.watch(id, game, Number(wanted.get('since') ?? -1), tell, yes('whole'), yes('outlook'));
  } else server.unwatch(asked.id);
}

function say(message: FromTable): void {
  self.postMessage(message);
}
