/** Python for the browser (Pyodide) with our modules, in a worker: as an earlier visit has kept it, or started anew. */
import { digestOf, drop, forgetStarted, keepStarted, startedBefore, type StartedPython } from './kept_python';
import { counting } from './counting';
import { packed, unpacked } from './sparse_memory';
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
  /** Pyodide's WebAssembly, once a worker of the page has compiled it. */
  wasm?: WebAssembly.Module;
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
  _loadSnapshot?: Uint8Array<ArrayBuffer>;
  createPyodideModule?: CreateModule;
}

/** Starts the WebAssembly of Pyodide. */
type CreateModule = (settings: object) => Promise<{ HEAPU8: Uint8Array; growMemory(size: number): void }>;

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
    const { size, before, lay } = unpacked(memory);
    const python = await loaded(files, {
      stdLibURL,
      _loadSnapshot: before, // the memory itself is laid by us: Pyodide would fill its empty pages, too
      createPyodideModule: async (settings) => {
        const { default: create } = (await import(/* @vite-ignore */ `${files.pyodide}pyodide.asm.mjs`)) as {
          default: CreateModule;
        };
        const module = await create(settings);
        module.growMemory(size);
        lay(module.HEAPU8);
        drop(memory);
        return module;
      },
    });
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

/**
 * Load Pyodide. Its WebAssembly is compiled once for all workers: Pyodide cannot be given what is compiled, so the one
 * call with which it asks the browser is answered here.
 */
async function loaded(files: PythonFiles, options: Partial<PyodideOptions>): Promise<Python> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${files.pyodide}pyodide.mjs`)) as {
    loadPyodide: LoadPyodide;
  };
  const usual = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (response, imports) => {
    if (!files.wasm) {
      const made = await usual(response, imports);
      files.wasm = made.module;
      return made;
    }
    void Promise.resolve(response).then(({ body }) => body?.cancel());
    return { module: files.wasm, instance: await WebAssembly.instantiate(files.wasm, imports) };
  };
  try {
    return await loadPyodide({ indexURL: files.pyodide, ...options });
  } finally {
    WebAssembly.instantiateStreaming = usual;
  }
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
    drop(memory);
  };
  try {
    const memory = packed(python.makeMemorySnapshot());
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
