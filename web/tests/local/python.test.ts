/** What a first visit fetches and keeps, and the Python of reviews, which ends when nobody asks. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { counting } from '../../src/local/counting';
import { withoutEmptyEnd } from '../../src/local/kept_python';
import { Reviewing } from '../../src/local/reviewing';

const PAGE = 1 << 16;

it('keeps memory without the empty pages at its end', () => {
  const memory = new Uint8Array(5 * PAGE);
  memory[2 * PAGE + 7] = 1;
  expect(withoutEmptyEnd(memory).byteLength).toBe(3 * PAGE);
  memory[5 * PAGE - 1] = 1;
  expect(withoutEmptyEnd(memory).byteLength).toBe(5 * PAGE);
});

it('counts the bytes that others fetch, and only meanwhile', async () => {
  const plain = vi.fn(() => Promise.resolve(new Response('12345', { headers: { 'Content-Type': 'a/b' } })));
  vi.stubGlobal('fetch', plain);
  const heard: number[] = [];
  const [text, type] = await counting(
    async () => {
      const answer = await fetch('python.wasm');
      return [await answer.text(), answer.headers.get('Content-Type')];
    },
    (bytes) => heard.push(bytes),
  );
  expect([text, type]).toEqual(['12345', 'a/b']);
  expect(heard.at(-1)).toBe(5);
  expect(fetch).toBe(plain);
  vi.unstubAllGlobals();
});

class FakeWorker {
  static made: FakeWorker[] = [];
  ended = false;
  onmessage: (event: { data: unknown }) => void = () => {};
  constructor() {
    FakeWorker.made.push(this);
  }
  postMessage() {}
  terminate() {
    this.ended = true;
  }
  say(id: number, complete: boolean) {
    this.onmessage({ data: { id, answer: JSON.stringify({ complete }) } });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  FakeWorker.made = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('ends the Python of reviews when nobody asks for a while, never in a job', async () => {
  const reviewing = new Reviewing({} as never);
  const [one, two] = [reviewing.begin('{}'), reviewing.begin('{}')];
  const [worker] = FakeWorker.made;
  worker!.say(one, true);
  expect(JSON.parse(await reviewing.next(one))).toEqual({ complete: true });
  vi.advanceTimersByTime(3_600_000);
  expect(worker!.ended).toBe(false);
  worker!.say(two, true);
  vi.advanceTimersByTime(59_000);
  const three = reviewing.begin('{}');
  vi.advanceTimersByTime(3_600_000);
  expect(worker!.ended).toBe(false);
  worker!.say(three, true);
  vi.advanceTimersByTime(60_000);
  expect(worker!.ended).toBe(true);
  reviewing.begin('{}');
  expect(FakeWorker.made).toHaveLength(2);
});
