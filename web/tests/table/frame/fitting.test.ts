import { expect, test } from 'vitest';
import { fittingFor } from '../../../src/table/frame/fitting';

const usual = { textScale: 1, tablet: true };

test('a screen gets the layout that was made for one like it', () => {
  const layouts = (sizes: [number, number][]) =>
    sizes.map(([width, height]) => fittingFor(width, height, usual).layout);
  expect(
    layouts([
      [1366, 768],
      [1920, 1080],
      [1280, 720],
    ]),
  ).toEqual(['wide', 'wide', 'wide']);
  expect(
    layouts([
      [768, 1024],
      [1024, 768],
      [834, 1194],
      [1112, 834],
    ]),
  ).toEqual(Array(4).fill('tablet'));
  expect(
    layouts([
      [390, 844],
      [360, 640],
      [844, 390],
      [600, 960],
    ]),
  ).toEqual(Array(4).fill('phone'));
});

test('a layout is drawn as large as it fits', () => {
  expect(fittingFor(1024, 768, usual)).toEqual({ layout: 'tablet', zoom: 1 });
  expect(fittingFor(1536, 2048, usual)).toEqual({ layout: 'wide', zoom: 1536 / 1366 });
  expect(fittingFor(1366, 834, { textScale: 1, below: 66 })).toEqual({ layout: 'wide', zoom: 1 });
});

test('who writes larger gets a layout with fewer things sooner', () => {
  expect(fittingFor(1024, 768, { textScale: 1.5, tablet: true }).layout).toBe('phone');
  expect(fittingFor(1366, 768, { textScale: 2, tablet: true }).layout).toBe('phone');
});

test('without a layout for tablets one of the others is taken', () => {
  expect(fittingFor(1024, 768, { textScale: 1 }).layout).toBe('wide');
  expect(fittingFor(768, 1024, { textScale: 1 }).layout).toBe('phone');
});
