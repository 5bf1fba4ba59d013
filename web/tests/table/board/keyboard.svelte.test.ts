import { flushSync, tick } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { leadByKeyboard } from '../../../src/table/board/keyboard.svelte';
import type { Room } from '../../../src/table/room/room.svelte';

const TABLE = `<main><button data-place="river" class="legal"></button></main>
  <button data-token="sell:fruit" class="chip"></button>
  <label class="chip"><input type="checkbox"></label>`;

let over: (() => void) | null = null;

afterEach(() => {
  over?.();
  document.body.replaceChildren();
});

/** Where the focus is after a key on something and news that bring the same choices anew. */
async function focusedAfterNews(on: string): Promise<Element | null> {
  document.body.innerHTML = TABLE;
  Element.prototype.checkVisibility ??= () => true;
  const room = $state({ complete: false, legal: ['river'], choices: {}, prospects: {} });
  over = $effect.root(() => leadByKeyboard(room as unknown as Room, () => document.querySelector('main')));
  flushSync();
  await tick();
  const wanted = document.querySelector<HTMLElement>(on)!;
  wanted.focus();
  wanted.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }));
  room.legal = ['river'];
  flushSync();
  await tick();
  return document.activeElement;
}

it('leads on from an answer that may not be chosen any more', async () => {
  expect(await focusedAfterNews('[data-token]')).toBe(document.querySelector('[data-place]'));
});

it('takes the focus from no switch, whatever it looks like', async () => {
  expect(await focusedAfterNews('input')).toBe(document.querySelector('input'));
});
