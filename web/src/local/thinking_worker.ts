/** The worker that searches for bots: what it is told first is where its files are, and then one request after another. */
import { Thinker, type SearchRequest } from './thinker';
import { networkFiles, type ThinkingFiles } from './thinking_files';

let thinker: Promise<Thinker> | undefined;
let work: Promise<unknown> = Promise.resolve();

async function load(files: ThinkingFiles): Promise<Thinker> {
  const { engine, network } = await networkFiles(files);
  return Thinker.load(engine, network);
}

async function answer(id: number, request: SearchRequest): Promise<void> {
  try {
    postMessage({ id, opinions: await (await thinker!).think(request) });
  } catch (problem) {
    postMessage({ id, problem: String(problem) });
  }
}

addEventListener(
  'message',
  ({ data }: MessageEvent<{ files?: ThinkingFiles; id: number; request: SearchRequest }>) => {
    if (data.files) {
      thinker = load(data.files);
      thinker.catch(() => {}); // told to whoever asks
    } else {
      work = work.then(() => answer(data.id, data.request));
    }
  },
);
