/** What is asked and what a turn brings, at the head of the table: all of it is there to be read. */
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import type { GameEvent } from '../../../src/api/types';
import PromptLine from '../../../src/table/answers/PromptLine.svelte';
import { enterAnew, room } from '../room/fresh_room.svelte';

enterAnew();
afterEach(cleanup);

/** A tried turn that brings so many things. */
function brings(n: number): void {
  const squares = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'b4'];
  const events = squares.slice(0, n).map((detail): GameEvent => {
    return { clause: '8.6', seat: 'W', what: 'tile', amount: 1, detail, text: '' };
  });
  const view = room.view!;
  room.line = [{ token: 'x', events, decider: 'K', question: 'action', legal: [], view, prospects: null }];
}

test.each([
  [1, ''],
  [4, 'two'],
  [8, 'three'],
])('the summary of a turn with %i gains is whole, the longer the smaller', (n, size) => {
  brings(n);
  const { container } = render(PromptLine, { room, view: room.view! });
  const hint = container.querySelector('small')!;
  expect(hint.textContent?.match(/the tile of/g)).toHaveLength(n);
  expect(getComputedStyle(hint).overflow).not.toBe('hidden');
  const prompt = container.querySelector('.prompt')!;
  expect(['two', 'three'].filter((one) => prompt.classList.contains(one)).join()).toBe(size);
});
