/** The worker that searches for bots: what it is told first is where its files are, and then one request after another. */
import { Thinker, type SearchRequest } from './thinker';

/** Where the engine and the network lie: whole addresses. */
export interface ThinkingFiles {
  engine: string;
  card: string;
  weights: string;
}

let thinker: Promise<Thinker> | undefined;
let work: Promise<unknown> = Promise.resolve();

async function load(files: ThinkingFiles): Promise<Thinker> {
  const [engine, card, weights] = await Promise.all([files.engine, files.card, files.weights].map(fetched));
  const told = JSON.parse(new TextDecoder().decode(card)) as { hidden: number; blocks: number };
  return Thinker.load(engine!, { card: told, weights: weights! });
}

async function fetched(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
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
