/** Looking closely: what lies outside of the frame is brought into sight, and no further than the garden goes. */
import { expect, test } from 'vitest';
import { Camera } from '../../../src/table/garden/camera.svelte';

const box = (left: number, top: number, right: number, bottom: number) =>
  ({ left, top, right, bottom, width: right - left, height: bottom - top }) as DOMRect;
const FRAME = box(10, 20, 410, 320);

function camera(): Camera {
  const made = new Camera();
  made.resize({ width: 400, height: 300 });
  return made;
}

test('a box outside of an enlarged frame is brought to its edge', () => {
  const looking = camera();
  looking.zoomAt([0, 0], 2);
  looking.reveal(box(500, 340, 540, 400), FRAME);
  expect([looking.scale, looking.x, looking.y]).toEqual([2, -130, -80]);
});

test('a box in sight moves nothing, and all of the garden needs no leading', () => {
  const looking = camera();
  looking.reveal(box(500, 340, 540, 400), FRAME);
  expect([looking.x, looking.y]).toEqual([0, 0]);
  looking.zoomAt([0, 0], 2);
  looking.reveal(box(100, 100, 140, 140), FRAME);
  expect([looking.x, looking.y]).toEqual([0, 0]);
});
