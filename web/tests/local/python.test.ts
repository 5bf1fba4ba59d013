/** What a first visit fetches and keeps, and the Python of reviews, which ends when nobody asks. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { counting } from '../../src/local/counting';
import { keepStarted, startedBefore } from '../../src/local/kept_python';
import { startPython, type PythonFiles } from '../../src/local/python';
import { Reviewing } from '../../src/local/reviewing';
import { packed, unpacked } from '../../src/local/sparse_memory';

it('keeps Python as it was started, and gives nothing that is cut short', async () => {
  const kept = new Map<string, Response>();
  const cache = {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    put: async (name: string, answer: Response) => void kept.set(name, answer),
    match: async (name: string) => kept.get(name)?.clone(),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const part = (text: string) => new TextEncoder().encode(text).buffer;
  const started = { library: part('a library'), ours: part('ours'), memory: part('all its memory') };
  await keepStarted('digest', started);
  expect(await startedBefore('digest')).toEqual(started);
  expect(await startedBefore('another')).toBeNull();
  const memory = [...kept.keys()].find((name) => name.endsWith('memory'))!;
  kept.set(memory, new Response('all its', { headers: { 'Content-Length': '14' } }));
  expect(await startedBefore('digest')).toBeNull();
});

it('keeps the pages of a memory that hold something, and lays them over another memory', () => {
  const snapshot = new Uint8Array(16 + 2 * 65536).fill(7, 0, 16);
  snapshot.set([1], 16 + 5);
  snapshot.set([2], 16 + 70_000);
  const content = packed(snapshot);
  expect(content.byteLength).toBeLessThan(3 * 4096);
  const { size, before, lay } = unpacked(content);
  expect([size, before]).toEqual([2 * 65536, snapshot.slice(0, 16)]);
  const memory = new Uint8Array(size).fill(9, 8192, 9000);
  lay(memory);
  expect(memory.every((byte, i) => byte === snapshot[16 + i])).toBe(true);
});

it('compiles the WebAssembly of Python once for all workers', async () => {
  const module = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  const streaming = vi.fn(async () => ({ module, instance: new WebAssembly.Instance(module) }));
  vi.stubGlobal(
    'WebAssembly',
    Object.assign(Object.create(WebAssembly), { instantiateStreaming: streaming }),
  );
  vi.stubGlobal('PYTHON_DIGEST', 'digest');
  vi.stubGlobal('PYTHON_BYTES', 1);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('fetched')));
  const pyodide = `export async function loadPyodide() {
    const { module } = await WebAssembly.instantiateStreaming(fetch('asm.wasm'), {});
    return { module, unpackArchive() {}, pyimport: () => ({ destroy() {} }) };
  }//`;
  const files: PythonFiles = {
    pyodide: `data:text/javascript,${encodeURIComponent(pyodide)}`,
    sources: 'ours',
  };
  for (const _ of ['the table', 'reviews']) expect(await startPython(files)).toHaveProperty('module', module);
  expect(streaming).toHaveBeenCalledTimes(1);
  expect(files.wasm).toBe(module);
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
