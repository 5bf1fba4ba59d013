/** The parts of a page that opens: one after the other, each in a frame of its own; what comes later comes at once. */
import { render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Parts from './Parts.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const laid = () =>
  screen
    .queryAllByRole('note')
    .map((one) => one.textContent)
    .sort()
    .join('');

/** What is there in the next frame. */
function next(): string {
  vi.advanceTimersToNextFrame();
  vi.advanceTimersToNextTimer();
  flushSync();
  return laid();
}

test('parts are laid in their order, those inside a part after those beside it', async () => {
  const then = vi.fn();
  const { rerender } = render(Parts, { inTurn: true, more: false, then });
  expect(laid()).toBe('');
  expect([next(), next(), next()]).toEqual(['a', 'ab', 'abc']);
  expect(then).not.toHaveBeenCalled();
  expect(next()).toBe('abc');
  expect(then).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
  await rerender({ inTurn: true, more: true });
  expect(laid()).toBe('abcd');
});

test('a page that nobody sees is laid, too', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  render(Parts, { inTurn: true, more: false });
  vi.advanceTimersByTime(1000);
  flushSync();
  vi.advanceTimersByTime(1000);
  flushSync();
  vi.unstubAllGlobals();
  expect(laid()).toBe('abc');
});

test('where nothing is laid in turn, all is there at once', () => {
  render(Parts, { inTurn: false, more: true });
  expect(laid()).toBe('abcd');
});
