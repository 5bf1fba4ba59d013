import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Live } from '../../src/api/live';
import { FakeSocket } from './fake_socket';

const watcher = { receive: vi.fn(), connected: vi.fn(), gone: vi.fn() };
let known: number | null;
let live: Live;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.clearAllMocks();
  FakeSocket.opened = [];
  known = 7;
  live = new Live('abc', 'outlook=true', watcher, () => known);
});

afterEach(() => {
  live.end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('asks for what lies behind the last ply that is known, and passes on what it is told', () => {
  expect(FakeSocket.last.address).toContain('/api/v1/games/abc/live?since=7&outlook=true');
  FakeSocket.last.onopen?.();
  FakeSocket.last.tell({ type: 'hello', watcher: 'me' });
  FakeSocket.last.tell({ type: 'update', ply: 8 });
  expect(live.watcher).toBe('me');
  expect(watcher.connected.mock.lastCall).toEqual([true]);
  expect(watcher.receive.mock.calls).toEqual([[{ type: 'update', ply: 8 }]]);
});

test('comes back by itself with what is known by then, and has no name meanwhile', () => {
  FakeSocket.last.tell({ type: 'hello', watcher: 'me' });
  known = 12;
  FakeSocket.last.drop();
  expect([live.watcher, watcher.connected.mock.lastCall]).toEqual([null, [false]]);
  vi.runAllTimers();
  expect(FakeSocket.opened).toHaveLength(2);
  expect(FakeSocket.last.address).toContain('since=12');
});

test('names no ply while the table is bare', () => {
  known = null;
  FakeSocket.last.drop();
  vi.runAllTimers();
  expect(FakeSocket.last.address).toMatch(/live\?outlook=true$/);
});

test('does not come back to a game that is not there', () => {
  FakeSocket.last.drop(4404);
  vi.runAllTimers();
  expect(watcher.gone).toHaveBeenCalledOnce();
  expect(FakeSocket.opened).toHaveLength(1);
});

test('says nothing more once it is ended', () => {
  live.end();
  FakeSocket.last.tell({ type: 'update', ply: 8 });
  vi.runAllTimers();
  expect(FakeSocket.last.closed).toBe(true);
  expect(FakeSocket.opened).toHaveLength(1);
  expect(watcher.receive).not.toHaveBeenCalled();
});

test('says that nobody looks once the tab was hidden for a minute, and that somebody does again', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const turn = () => document.dispatchEvent(new Event('visibilitychange'));
  const [first] = FakeSocket.opened;
  turn();
  vi.advanceTimersByTime(59_000);
  expect(FakeSocket.opened).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect([first?.closed, FakeSocket.opened.length]).toEqual([true, 2]);
  expect(FakeSocket.last.address).toMatch(/live\?since=7&outlook=true&away=true$/);
  hidden.mockReturnValue(false);
  turn();
  expect(FakeSocket.last.address).toMatch(/live\?since=7&outlook=true$/);
  expect([FakeSocket.opened.length, watcher.connected.mock.calls]).toEqual([3, []]);
  hidden.mockReturnValue(true);
  turn();
  hidden.mockReturnValue(false);
  turn();
  vi.runAllTimers();
  expect(FakeSocket.opened).toHaveLength(3);
  hidden.mockRestore();
});
