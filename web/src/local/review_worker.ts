/**
 * The worker that reviews games and thinks about positions: a Python of its own (`amyitis.local.reviewing`), which calls
 * the engine in WebAssembly beside it. It is told first where its files are, and then one job after another.
 */
import { Analyzer } from '../engine/analyzer';
import { Engine } from '../engine/engine';
import type { TableFiles } from './messages';
import { startPython } from './python';
import { engineAndNetwork } from './engine_files';

interface Reviewing {
  work(job: string, tell: (answer: string) => void): Promise<void>;
}

let reviewing: Promise<Reviewing> | undefined;

async function start({ pyodide, sources, engine: files }: TableFiles): Promise<Reviewing> {
  const [python, { engine, network }] = await Promise.all([
    startPython({ pyodide, sources }),
    engineAndNetwork(files),
  ]);
  const module = await Engine.compile(engine);
  const [one, more] = [await Engine.of(module), await Engine.of(module)];
  const analyzer = new Analyzer(one, more, network);
  const { Reviewing } = python.pyimport('amyitis.local.reviewing') as {
    Reviewing: (analyzer: Analyzer) => Reviewing;
  };
  return Reviewing(analyzer);
}

async function work(id: number, job: string): Promise<void> {
  try {
    await (await reviewing!).work(job, (answer) => postMessage({ id, answer }));
  } catch (problem) {
    postMessage({
      id,
      answer: JSON.stringify({ done: 0, total: 1, complete: true, result: null, error: String(problem) }),
    });
  }
}

addEventListener('message', ({ data }: MessageEvent<{ files?: TableFiles; id: number; job: string }>) => {
  if (data.files) {
    reviewing = start(data.files);
    reviewing.catch(() => {}); // told to whoever asks
  } else void work(data.id, data.job);
});
