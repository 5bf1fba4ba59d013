/** Analysis jobs: the server sends their progress, and is asked only where its websocket breaks. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finishedJob, followJob } from '../../src/api/jobs';
import type { ReviewJob } from '../../src/api/types';
import { askForRecord } from '../../src/insight/review/asking';
import { FakeSocket } from './fake_socket';

const asked: string[] = [];
const answers: Response[] = [];
const seen: string[] = [];

function job(status: ReviewJob['status'], key = 'ab'): ReviewJob {
  return { key, kind: 'review', status, error: null, done: 0, total: 1, review: null };
}

const follow = () =>
  followJob(
    askForRecord('text'),
    ({ status }) => seen.push(status),
    () => seen.push('no answer'),
  );
const rest = () => vi.advanceTimersByTimeAsync(5000);

beforeEach(() => {
  vi.useFakeTimers();
  for (const list of [asked, answers, seen]) list.length = 0;
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    const answer = answers.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new Error('nobody is there'));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a job is begun once, and then followed by what is sent', async () => {
  answers.push(Response.json(job('waiting')));
  follow();
  await rest();
  expect(FakeSocket.last.address).toMatch(/\/api\/v1\/jobs\/ab\/live$/);
  FakeSocket.last.tell(job('running'));
  FakeSocket.last.tell(job('done'));
  FakeSocket.last.drop(1000);
  await rest();
  expect(seen).toEqual(['waiting', 'running', 'done']);
  expect(asked).toEqual(['POST /api/v1/reviews']);
});

test('one that is done needs no websocket', async () => {
  const before = FakeSocket.opened.length;
  answers.push(Response.json(job('done')));
  expect((await finishedJob(askForRecord('text'))).status).toBe('done');
  expect(FakeSocket.opened.length).toBe(before);
});

test('after a break it is looked up and followed again, or begun anew where it was forgotten', async () => {
  answers.push(Response.json(job('waiting')), Response.json(job('running')));
  const stop = follow();
  await rest();
  FakeSocket.last.drop();
  await rest();
  const forgotten = { type: 'urn:amyitis:problem:not-found', title: '', status: 404, detail: 'forgotten' };
  answers.push(Response.json(forgotten, { status: 404 }), Response.json(job('waiting', 'cd')));
  FakeSocket.last.drop(4404);
  await rest();
  expect(FakeSocket.last.address).toMatch(/\/jobs\/cd\/live$/);
  expect(seen).toEqual(['waiting', 'running', 'waiting']);
  const look = 'GET /api/v1/jobs/ab';
  expect(asked).toEqual(['POST /api/v1/reviews', look, look, 'POST /api/v1/reviews']);
  stop();
  expect(FakeSocket.last.closed).toBe(true);
  await rest();
  expect(asked).toHaveLength(4);
});

test('a server that is gone is reported', async () => {
  follow();
  await rest();
  expect(seen).toEqual(['no answer']);
});
