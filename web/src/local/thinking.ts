/** Asks the worker that searches for bots. Can be used on the page and in another worker. */
import type { Opinion } from '../engine/tree';
import type { SearchRequest } from './thinker';
import type { ThinkingFiles } from './thinking_files';

interface Waiting {
  resolve: (opinions: Opinion[]) => void;
  reject: (problem: Error) => void;
}

export class Thinking {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;

  /** Starts the worker, which fetches its files at once. */
  constructor(files: ThinkingFiles) {
    this.worker = new Worker(new URL('./thinking_worker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({
      data,
    }: MessageEvent<{ id: number; opinions?: Opinion[]; problem?: string }>) => {
      const one = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.opinions) one?.resolve(data.opinions);
      else one?.reject(new Error(data.problem));
    };
    this.worker.onerror = (event) => this.stop(event.message);
    this.worker.postMessage({ files });
  }

  /** Opinions on all moves of a position, the best first; one request is answered after the other. */
  think(request: SearchRequest): Promise<Opinion[]> {
    return new Promise((resolve, reject) => {
      this.asked += 1;
      this.waiting.set(this.asked, { resolve, reject });
      this.worker.postMessage({ id: this.asked, request });
    });
  }

  /** End the worker; whoever still waits is told why. */
  stop(why = 'it was stopped'): void {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }
}
