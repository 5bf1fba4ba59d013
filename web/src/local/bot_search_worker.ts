/** The worker that searches for bots: what it is told first is where its files are, and then one request after another. */
import { SearchRunner, type SearchRequest } from './search_runner';
import { engineAndNetwork, type EngineFiles } from './engine_files';

let runner: Promise<SearchRunner> | undefined;
let work: Promise<unknown> = Promise.resolve();

async function load(files: EngineFiles): Promise<SearchRunner> {
  const { engine, network } = await engineAndNetwork(files);
  return SearchRunner.load(engine, network);
}

async function answer(id: number, request: SearchRequest): Promise<void> {
  try {
    postMessage({ id, evaluations: await (await runner!).run(request) });
  } catch (problem) {
    postMessage({ id, problem: String(problem) });
  }
}

addEventListener(
  'message',
  ({ data }: MessageEvent<{ files?: EngineFiles; id: number; request: SearchRequest }>) => {
    if (data.files) {
      runner = load(data.files);
      runner.catch(() => {}); // told to whoever asks
    } else {
      work = work.then(() => answer(data.id, data.request));
    }
  },
);
