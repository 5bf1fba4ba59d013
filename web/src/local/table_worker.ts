/**
 * The table in a worker: Python for the browser (Pyodide) with the game's own packages answers what a server would.
 * Games are kept before an answer is given; bots have their searches made by a worker of their own.
 */
import { openGames, type GamesDb } from './games_db';
import { compiledBefore, digestOf, forgetCompiled, keepCompiled, type Archives } from './kept_bytecode';
import type { FromTable, TableFiles, ToTable } from './messages';
import type { SearchRequest } from './thinker';
import { Thinking } from './thinking';

/** The digest of Python's library and our own modules, the files that belong to this page (`local_files.ts`). */
declare const PYTHON_DIGEST: string;

/** What is used of Pyodide. */
interface Python {
  unpackArchive(archive: ArrayBuffer, format: 'zip'): void;
  pyimport(module: 'amyitis.local.browser'): Browser;
  pyimport(module: 'amyitis.local.bytecode'): { compiled_here(archive: ArrayBuffer): Promise<Made> };
}

interface Browser {
  LocalServer: (db: GamesDb, think: Think) => LocalServer;
}

/** Bytes that Python has made. */
interface Made {
  toJs(): Uint8Array<ArrayBuffer>;
  destroy(): void;
}

type LoadPyodide = (options: { indexURL: string; stdLibURL?: string }) => Promise<Python>;

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
    compiledBefore(PYTHON_DIGEST).then((before) => (before ? again(files, before) : anew(files))),
    openGames((game) => other.postMessage(game)),
  ]);
  const { LocalServer } = python.pyimport('amyitis.local.browser');
  const server = LocalServer(games, thinker(files.thinking));
  server.bots.on_trouble = (problem) => say({ type: 'trouble', problem });
  other.onmessage = ({ data }: MessageEvent<string>) => server.heard(data);
  say({ type: 'step', step: 'ready' });
  return server;
}

/** Python with our modules, from what an earlier visit has compiled; from the sources if that does not work. */
async function again(files: TableFiles, { library, ours }: Archives): Promise<Python> {
  const address = URL.createObjectURL(new Blob([library]));
  try {
    return await begun(files, Promise.resolve(ours), address);
  } catch {
    await forgetCompiled();
    return await anew(files);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Python with our modules, from the sources; what was compiled of them is kept for the next visit. */
async function anew(files: TableFiles): Promise<Python> {
  const python = await begun(files, fetched(files.sources));
  setTimeout(() => void compile(python, files).catch(() => {}), UNTIL_IDLE); // the next visit waits longer, no more
  return python;
}

async function begun(files: TableFiles, ours: Promise<ArrayBuffer>, stdLibURL?: string): Promise<Python> {
  const { pyodide } = files;
  const [{ loadPyodide }, archive] = await Promise.all([
    import(/* @vite-ignore */ `${pyodide}pyodide.mjs`) as Promise<{ loadPyodide: LoadPyodide }>,
    ours,
  ]);
  const python = await loadPyodide({ indexURL: pyodide, ...(stdLibURL && { stdLibURL }) });
  say({ type: 'step', step: 'game' });
  python.unpackArchive(archive, 'zip');
  python.pyimport('amyitis.local.browser');
  return python;
}

/** Compile what is in use, and keep it; not if the host has files of another version by now. */
async function compile(python: Python, { pyodide, sources }: TableFiles): Promise<void> {
  const [library, ours] = await Promise.all([fetched(`${pyodide}python_stdlib.zip`), fetched(sources)]);
  if ((await digestOf({ library, ours })) !== PYTHON_DIGEST) return;
  const { compiled_here } = python.pyimport('amyitis.local.bytecode');
  const made = async (archive: ArrayBuffer) => {
    const bytes = await compiled_here(archive);
    const copy = bytes.toJs().slice().buffer;
    bytes.destroy();
    return copy;
  };
  await keepCompiled(PYTHON_DIGEST, { library: await made(library), ours: await made(ours) });
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
