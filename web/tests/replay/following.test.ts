/** A running game that is replayed: it goes on with what is told, and asks only for what was not. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { follow } from '../../src/replay/room/following';
import type { Source } from '../../src/replay/room/source';
import { FakeSocket } from '../api/fake_socket';

const entry = (ply: number) => ({ ply, kind: 'move', token: `peasant/${ply}`, events: [] });
const asked = vi.fn();
let source: Source;
let stop: () => void;

function sourceOf(plies: number): Source {
  const frames = Array.from({ length: plies }, (_, i) => ({ entry: entry(i + 1), set: { round: i + 1 } }));
  return { replay: { start: {}, frames }, seats: [], game: 'abc', over: false } as unknown as Source;
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (request: Request) => {
    asked(new URL(request.url).pathname);
    const { replay, seats } = sourceOf(9);
    return new Response(JSON.stringify({ replay, seats, over: false }), {
      headers: { 'Content-Type': 'application/json' },
    });
  });
  asked.mockClear();
  source = sourceOf(2);
  stop = follow(
    'abc',
    () => source,
    (longer) => (source = longer),
  );
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test('adds what is told to the end of the replay, and asks nothing', () => {
  FakeSocket.last.tell({ type: 'hello', watcher: 'me' });
  const entries = [3, 4].map((ply) => ({ ...entry(ply), set: { round: ply } }));
  FakeSocket.last.tell({ type: 'update', ply: 4, over: true, seats: ['those who sit there'], entries });
  expect(source.replay.frames.map((frame) => frame.entry.ply)).toEqual([1, 2, 3, 4]);
  expect(source.replay.frames.at(-1)).toEqual({ entry: entry(4), set: { round: 4 } });
  expect([source.over, source.seats]).toEqual([true, ['those who sit there']]);
  expect(asked).not.toHaveBeenCalled();
});

test('tells nothing where somebody only came or went', () => {
  const before = source;
  FakeSocket.last.tell({ type: 'update', ply: 2, over: false, seats: [], entries: [] });
  expect(source).toBe(before);
});

test('fetches the replay anew where too much has happened to be told', async () => {
  FakeSocket.last.tell({ type: 'game', ply: 9, over: false, seats: [], entries: [] });
  await vi.waitFor(() => expect(source.replay.frames).toHaveLength(9));
  expect(asked.mock.calls).toEqual([['/api/v1/games/abc/replay']]);
});
