/**
 * Runs analysis jobs in a worker, which is started for the first one (`amyitis.local.ports.Reviewer`). It is a Python of
 * its own, a hundred megabytes with its trees: it ends when nothing was asked of it for a while.
 */
import type { TableFiles } from './messages';

interface Job {
  /** What was said and not heard yet, and who waits for more. */
  said: string[];
  waiting: ((answer: string) => void) | null;
}

/** Milliseconds without a job after which the worker ends; a second or two after the next question it is there again. */
const IDLE_MS = 60_000;

export class Reviewing {
  private idle: ReturnType<typeof setTimeout> | undefined;
  /** The jobs that are not complete. */
  private readonly running = new Set<number>();
  private worker: Worker | null = null;
  private readonly jobs = new Map<number, Job>();
  private begun = 0;

  constructor(private readonly files: TableFiles) {}

  /** Begin a job; its number. */
  begin(job: string): number {
    this.worker ??= this.started();
    const id = ++this.begun;
    clearTimeout(this.idle);
    this.running.add(id);
    this.jobs.set(id, { said: [], waiting: null });
    this.worker.postMessage({ id, job });
    return id;
  }

  /** What is said of a job next. */
  next(id: number): Promise<string> {
    const job = this.jobs.get(id);
    const said = job?.said.shift();
    if (!job?.said.length && !this.running.has(id)) this.jobs.delete(id);
    if (said !== undefined || !job) return Promise.resolve(said ?? failed('there is no such job'));
    return new Promise((resolve) => (job.waiting = resolve));
  }

  private started(): Worker {
    const worker = new Worker(new URL('./review_worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer: string }>) =>
      this.hear(data.id, data.answer);
    worker.onerror = (event) => {
      this.end(); // whoever asks again starts another one
      for (const id of this.running) this.hear(id, failed(event.message || 'the worker has ended'));
    };
    worker.postMessage({ files: this.files });
    return worker;
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private hear(id: number, answer: string): void {
    const job = this.jobs.get(id);
    if ((JSON.parse(answer) as { complete: boolean }).complete) {
      this.running.delete(id);
      if (!this.running.size) this.idle = setTimeout(() => this.end(), IDLE_MS);
      if (job?.waiting) this.jobs.delete(id);
    }
    if (!job) return;
    if (job.waiting) job.waiting(answer);
    else job.said.push(answer);
    job.waiting = null;
  }
}

function failed(error: string): string {
  return JSON.stringify({ done: 0, total: 1, complete: true, result: null, error });
}
