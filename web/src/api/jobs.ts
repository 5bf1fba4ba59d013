/** Analysis jobs: a request begins one, and the server sends its progress over a websocket. */
import { body, http } from './http';
import { Refused } from './problems';
import { transport, type LiveSocket } from './transport';
import type { AnalysisJob } from './types';

/** Before the next attempt after the websocket has broken, in milliseconds. */
const RETRY_AFTER = 1000;

/**
 * Follow a job until it is finished; returns how to stop.
 * @param begin starts the job; it is called again if the server has forgotten the job
 * @param changed gets the job whenever it has changed, at last with the status `done` or `failed`
 * @param failed gets Refused or Unreachable
 */
export function followJob<Job extends AnalysisJob>(
  begin: () => Promise<Job>,
  changed: (job: Job) => void,
  failed: (problem: unknown) => void,
): () => void {
  let socket: LiveSocket | null = null;
  let stopped = false;

  async function follow(): Promise<void> {
    let job = await begin();
    while (!stopped) {
      changed(job);
      if (isFinished(job)) return;
      socket = transport.watchJob(job.key);
      const latest = await lastMessage(socket);
      if (stopped || (latest && isFinished(latest))) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
      if (!stopped) job = (await read(job.key)) ?? (await begin());
    }
  }

  /** The last job that a websocket sends before it closes; null if it sends none. */
  function lastMessage(from: LiveSocket): Promise<Job | null> {
    let latest: Job | null = null;
    return new Promise((resolve) => {
      from.onmessage = ({ data }) => {
        latest = JSON.parse(data) as Job;
        if (!stopped) changed(latest);
      };
      from.onclose = () => resolve(latest);
    });
  }

  follow().catch((problem: unknown) => {
    if (!stopped) failed(problem);
  });
  return () => {
    stopped = true;
    socket?.close();
  };

  /** The job as it stands; null if the server does not know it. */
  async function read(key: string): Promise<Job | null> {
    try {
      return (await body(http.GET('/api/v1/jobs/{key}', { params: { path: { key } } }))) as Job;
    } catch (problem) {
      if (problem instanceof Refused && problem.kind === 'not-found') return null;
      throw problem;
    }
  }
}

/** The job once it is finished; raises Refused or Unreachable. */
export function finishedJob<Job extends AnalysisJob>(begin: () => Promise<Job>): Promise<Job> {
  return new Promise((resolve, reject) => {
    followJob(begin, (job) => isFinished(job) && resolve(job), reject);
  });
}

function isFinished({ status }: AnalysisJob): boolean {
  return status === 'done' || status === 'failed';
}
