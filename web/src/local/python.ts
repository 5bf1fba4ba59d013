/** Python for the browser (Pyodide) with our modules, in a worker: as an earlier visit has kept it, or started anew. */
import { digestOf, forgetStarted, keepStarted, startedBefore, type StartedPython } from './kept_python';
import { counting } from './counting';
import type { Fetched, LoadingStep } from './messages';

/** The digest of Python's library and our own modules, the files that belong to this page (`local_files.ts`). */
declare const PYTHON_DIGEST: string;
/** How many bytes of Python are fetched for a first visit, unpacked. */
declare const PYTHON_BYTES: number;

/** Where Python lies. */
export interface PythonFiles {
  /** The folder of Pyodide, with a slash at its end. */
  pyodide: string;
  /** Our Python. */
  sources: string;
}

/** What is used of Pyodide. */
interface Python {
  unpackArchive(archive: ArrayBuffer, format: 'zip'): void;
  pyimport(module: string): unknown;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}

/** Memory can be kept only of a Python that was started to that end. (The names with `_` are Pyodide's own.) */
interface PyodideOptions {
  indexURL: string;
  stdLibURL?: string;
  _makeSnapshot?: boolean;
  _loadSnapshot?: ArrayBuffer;
}

/** Hears of each step, and how much is fetched. */
type Tell = (step: LoadingStep, fetched?: Fetched) => void;
type LoadPyodide = (options: PyodideOptions) => Promise<Python>;

/** The module that imports all that a table needs. */
const TABLE = 'amyitis.local.browser';
/** Milliseconds after which whoever came to play has begun. */
const UNTIL_IDLE = 3000;

/** Start Python; the steps are told. */
export async function startPython(files: PythonFiles, tell: Tell = () => {}): Promise<Python> {
  tell('python');
  const before = await startedBefore(PYTHON_DIGEST);
  return before ? again(files, before, tell) : anew(files, tell);
}

/** Python with our modules, as an earlier visit has kept it; anew if that does not work. */
async function again(
  files: PythonFiles,
  { library, ours, memory }: StartedPython,
  tell: Tell,
): Promise<Python> {
  const stdLibURL = URL.createObjectURL(new Blob([library]));
  try {
    const python = await loaded(files, { stdLibURL, _loadSnapshot: memory });
    drop(memory); // Pyodide holds on to it, and it is as large as Python itself
    python.unpackArchive(ours, 'zip'); // modules that nobody has wanted yet, and what is written beside them
    imported(python);
    return python;
  } catch {
    await forgetStarted();
    return await anew(files, tell);
  } finally {
    URL.revokeObjectURL(stdLibURL);
  }
}

/** Python with our modules; as it is before any game, it is kept for the next visit. */
async function anew(files: PythonFiles, tell: Tell): Promise<Python> {
  const [python, ours] = await counting(
    () => Promise.all([loaded(files, { _makeSnapshot: true }), fetched(files.sources)]),
    (done) => tell('python', { done: Math.min(done, PYTHON_BYTES), all: PYTHON_BYTES }),
  );
  tell('game');
  python.unpackArchive(ours, 'zip');
  imported(python);
  keepLater(files, ours, python);
  return python;
}

async function loaded({ pyodide }: PythonFiles, options: Partial<PyodideOptions>): Promise<Python> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${pyodide}pyodide.mjs`)) as {
    loadPyodide: LoadPyodide;
  };
  return loadPyodide({ indexURL: pyodide, ...options });
}

/** Give back what a buffer holds, at once, where the browser can. */
function drop(buffer: ArrayBuffer & { transfer?: (length: number) => ArrayBuffer }): void {
  buffer.transfer?.(0);
}

function imported(python: Python): void {
  (python.pyimport(TABLE) as { destroy(): void }).destroy();
}

/** Keep Python's memory as it is now, once nobody waits; not if the host has files of another version by now. */
function keepLater({ pyodide }: PythonFiles, ours: ArrayBuffer, python: Python): void {
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

/** The content of a file of ours. */
export async function fetched(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be had: ${answer.status}`);
  return answer.arrayBuffer();
}
