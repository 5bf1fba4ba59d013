/** Asks the worker that searches for bots. Can be used on the page and in another worker. */
import type { MoveEvaluation } from '../engine/tree';
import type { SearchRequest } from './search_runner';
import type { EngineFiles } from './engine_files';

interface Waiting {
  resolve: (evaluations: MoveEvaluation[]) => void;
  reject: (problem: Error) => void;
}

export class BotSearch {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private requests = 0;

  /** Starts the worker, which fetches its files at once. */
  constructor(files: EngineFiles) {
    this.worker = new Worker(new URL('./bot_search_worker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({
      data,
    }: MessageEvent<{ id: number; evaluations?: MoveEvaluation[]; problem?: string }>) => {
      const one = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.evaluations) one?.resolve(data.evaluations);
      else one?.reject(new Error(data.problem));
    };
    this.worker.onerror = (event) => this.stop(event.message);
    this.worker.postMessage({ files });
  }

  /** The evaluation of every move of a position, the best first; one request is answered after the other. */
  run(request: SearchRequest): Promise<MoveEvaluation[]> {
    return new Promise((resolve, reject) => {
      this.requests += 1;
      this.waiting.set(this.requests, { resolve, reject });
      this.worker.postMessage({ id: this.requests, request });
    });
  }

  /** End the worker; whoever still waits is told why. */
  stop(why = 'it was stopped'): void {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }
}
