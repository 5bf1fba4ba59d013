/** The code of an invitation says its link to a reader that is not ours. */
import { render, screen } from '@testing-library/svelte';
import decode from 'qr/decode.js';
import { expect, test } from 'vitest';
import QrCode from '../../src/page/QrCode.svelte';

const LINK = 'https://amyitis.example:8737/join/KkAQN5U59Ofi/K/3fJr0sWm-dQ_x7Yc';
/** Pixels to a square of the code. */
const PIXELS = 4;

/** What a camera sees: light, and the dark squares of the path, each `Mx yh1v1h-1Z`. */
function seen(code: Element): { width: number; height: number; data: Uint8ClampedArray } {
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2]) * PIXELS;
  const data = new Uint8ClampedArray(4 * size * size).fill(255);
  const squares =
    code
      .querySelector('path')
      ?.getAttribute('d')
      ?.matchAll(/M(\d+) (\d+)h1v1h-1Z/g) ?? [];
  for (const [, x, y] of squares) {
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row++) {
      const from = row * size + Number(x) * PIXELS;
      for (let pixel = from; pixel < from + PIXELS; pixel++) data.fill(0, 4 * pixel, 4 * pixel + 3);
    }
  }
  return { width: size, height: size, data };
}

test('a reader finds the link in the code', async () => {
  render(QrCode, { text: LINK, label: 'the code' });
  expect(decode(seen(await screen.findByRole('img', { name: 'the code' })))).toBe(LINK);
});
