import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { begin } from '../../src/app/updates.svelte';

/** A browser's registration, as far as the page looks at it: a newer version waits. */
function registration() {
  const waiting = Object.assign(new EventTarget(), { state: 'installed', postMessage: vi.fn() });
  const found = { waiting: waiting as typeof waiting | null, active: null as typeof waiting | null };
  const move = (state: string) => {
    Object.assign(found, { waiting: null, active: Object.assign(waiting, { state }) });
    waiting.dispatchEvent(new Event('statechange'));
  };
  return { found: found as unknown as ServiceWorkerRegistration, asked: waiting.postMessage, move };
}

let container: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  container = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker: container });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('The page loads anew only when the newer version answers for it', () => {
  const { found, asked, move } = registration();
  const reload = vi.fn();
  begin(found, reload);
  expect(asked).toHaveBeenCalledWith('begin');
  move('activating');
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  move('activated');
  expect(reload).toHaveBeenCalledOnce();
});

test('A busy browser may miss the message, and the page the event: the update still begins', () => {
  const { found, asked, move } = registration();
  const reload = vi.fn();
  begin(found, reload);
  vi.advanceTimersByTime(3000);
  expect(asked.mock.calls.length).toBeGreaterThan(1);
  move('activated');
  vi.advanceTimersByTime(1000);
  expect(reload).toHaveBeenCalledOnce();
});
