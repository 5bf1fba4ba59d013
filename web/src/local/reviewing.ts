/** Runs analysis jobs in a worker, which is started for the first one (`amyitis.local.ports.Reviewer`). */
import type { TableFiles } from './messages';

interface Job {
  /** What was said and not heard yet, and who waits for more. */
  said: string[];
  waiting: ((answer: string) => void) | null;
}

export class Reviewing {
  private worker: Worker | null = null;
  private readonly jobs = new Map<number, Job>();
  private begun = 0;

  constructor(private readonly files: TableFiles) {}

  /** Begin a job; its number. */
  begin(job: string): number {
    this.worker ??= this.started();
    const id = ++this.begun;
    this.jobs.set(id, { said: [], waiting: null });
    this.worker.postMessage({ id, job });
    return id;
  }

  /** What is said of a job next. */
  next(id: number): Promise<string> {
    const job = this.jobs.get(id);
    const said = job?.said.shift();
    if (said !== undefined || !job) return Promise.resolve(said ?? failed('there is no such job'));
    return new Promise((resolve) => (job.waiting = resolve));
  }

  private started(): Worker {
    const worker = new Worker(new URL('./review_worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer: string }>) =>
      this.hear(data.id, data.answer);
    worker.onerror = (event) => {
      worker.terminate();
      this.worker = null; // whoever asks again starts another one
      for (const id of this.jobs.keys()) this.hear(id, failed(event.message || 'the worker has ended'));
    };
    worker.postMessage({ files: this.files });
    return worker;
  }

  private hear(id: number, answer: string): void {
    const job = this.jobs.get(id);
    if (!job) return;
    if (job.waiting) job.waiting(answer);
    else job.said.push(answer);
    job.waiting = null;
  }
}

function failed(error: string): string {
  return JSON.stringify({ done: 0, total: 1, complete: true, result: null, error });
}
