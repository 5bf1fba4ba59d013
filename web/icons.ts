/**
 * The page as an app that can be installed: its manifest, and its icons as pictures of dots, made of the one drawing
 * that is the page's sign (`public/favicon.svg`). Made when the page is built.
 */
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { Plugin } from 'vite';

const DRAWING = new URL('./public/favicon.svg', import.meta.url);
const GRID = 32; // the drawing's own units
const STEPS = 10; // straight lines of which a curve is made
const SAMPLES = 4; // looks at each dot, in both directions
/** What a system may cut off all around a maskable icon, and a little more. */
const SAFE = 0.74;

type Point = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number];
interface Shape {
  sides: (readonly [from: Point, to: Point])[];
  /** The box around it: what lies outside need not be looked at closely. */
  least: Point;
  most: Point;
  fill: Colour | null;
  stroke: Colour | null;
  reach: number;
}

const ICONS = [
  { name: 'icon-180.png', size: 180, masked: true },
  { name: 'icon-192.png', size: 192, masked: false },
  { name: 'icon-masked-512.png', size: 512, masked: true },
];

const MANIFEST = {
  name: 'Amyitis',
  short_name: 'Amyitis',
  description: 'Bring water up the terraces and plant the hanging gardens of Babylon.',
  lang: 'en',
  categories: ['games'],
  // Relative to the manifest: the page need not lie at the root of its host.
  id: './',
  start_url: './',
  scope: './',
  display: 'standalone',
  theme_color: '#163d73',
  background_color: '#163d73',
  icons: [
    { src: 'favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...ICONS.filter((icon) => icon.size > 180).map(({ name, size, masked }) => ({
      src: name,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: masked ? 'maskable' : 'any',
    })),
  ],
};

export function app(): Plugin {
  let base = '/';
  return {
    name: 'app',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    generateBundle() {
      const drawing = readFileSync(DRAWING, 'utf8');
      for (const { name, size, masked } of ICONS)
        this.emitFile({ type: 'asset', fileName: name, source: icon(drawing, size, masked) });
      const source = JSON.stringify(MANIFEST, null, 1);
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source });
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `${base}manifest.webmanifest` }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `${base}icon-180.png` }, injectTo: 'head' },
    ],
  };
}

/** The drawing as a PNG; one that may be cut to any form has its ground up to the edges. */
export function icon(drawing: string, size: number, masked: boolean): Buffer {
  const ground = rounded(drawing);
  const shapes = pathsOf(drawing);
  const scale = GRID / size / (masked ? SAFE : 1);
  const look = (x: number, y: number): Colour | null => {
    if (!masked && !ground.holds([(x * GRID) / size, (y * GRID) / size])) return null;
    const point: Point = [(x - size / 2) * scale + GRID / 2, (y - size / 2) * scale + GRID / 2];
    let found = ground.colour;
    for (const shape of shapes) found = seen(shape, point) ?? found;
    return found;
  };
  const dots = Buffer.alloc(size * (size * 4 + 1)); // each row begins with its filter, which is none
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) dots.set(dot(look, x, y), y * (size * 4 + 1) + 1 + x * 4);
  return png(dots, size);
}

/** Red, green, blue and opacity of a dot: looked at closely only where its corners differ. */
function dot(look: (x: number, y: number) => Colour | null, x: number, y: number): number[] {
  const corner = look(x, y);
  if (look(x + 1, y) === corner && look(x, y + 1) === corner && look(x + 1, y + 1) === corner)
    return corner ? [...corner, 255] : [0, 0, 0, 0];
  const sum = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const found = look(x + ((i % SAMPLES) + 0.5) / SAMPLES, y + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES);
    if (!found) continue;
    count += 1;
    found.forEach((part, place) => (sum[place] = (sum[place] ?? 0) + part));
  }
  return [...sum.map((part) => Math.round(part / (count || 1))), Math.round((255 * count) / SAMPLES ** 2)];
}

/** The ground of the drawing: a square with round corners. */
function rounded(drawing: string): { colour: Colour; holds: (point: Point) => boolean } {
  const [, radius = '0', colour = ''] = /<rect[^>]*rx="([\d.]+)"[^>]*fill="(#\w{6})"/.exec(drawing) ?? [];
  const inner = GRID / 2 - Number(radius);
  return {
    colour: coloured(colour),
    holds: ([x, y]) => {
      const [dx, dy] = [Math.abs(x - GRID / 2) - inner, Math.abs(y - GRID / 2) - inner];
      return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) <= Number(radius);
    },
  };
}

function pathsOf(drawing: string): Shape[] {
  return [...drawing.matchAll(/<path([^>]*)\/>/g)].map(([, text = '']) => {
    const attribute = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(text)?.[1] ?? '';
    const paint = (name: string) => (attribute(name).startsWith('#') ? coloured(attribute(name)) : null);
    const reach = Number(attribute('stroke-width')) / 2;
    const line = points(attribute('d'));
    const edge = (side: (...values: number[]) => number, out: number): Point => [
      side(...line.map(([x]) => x)) + out,
      side(...line.map(([, y]) => y)) + out,
    ];
    return {
      sides: line.slice(1).map((end, i) => [line[i] ?? end, end] as const),
      least: edge(Math.min, -reach),
      most: edge(Math.max, reach),
      fill: paint('fill'),
      stroke: paint('stroke'),
      reach,
    };
  });
}

/** The corners of a path: straight lines (M, L, l, v), curves (c, s) as many short ones, and Z. */
function points(path: string): Point[] {
  const found: Point[] = [];
  let [x, y] = [0, 0];
  let control: Point = [0, 0]; // the second one of the curve before, from its end
  for (const [, command = '', text = ''] of path.matchAll(/([MLlvcsZ])([^A-Za-z]*)/g)) {
    const numbers = (text.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const next = () => numbers.shift() ?? 0;
    if (command === 'Z' && found[0]) found.push(found[0]);
    while (numbers.length) {
      if (command === 'M' || command === 'L') [x, y] = [next(), next()];
      else if (command === 'l') [x, y] = [x + next(), y + next()];
      else if (command === 'v') y += next();
      else {
        const first: Point = command === 'c' ? [next(), next()] : [-control[0], -control[1]];
        const second: Point = [next(), next()];
        const end: Point = [next(), next()];
        for (let i = 1; i < STEPS; i++) found.push(along([x, y], first, second, end, i / STEPS));
        control = [second[0] - end[0], second[1] - end[1]];
        [x, y] = [x + end[0], y + end[1]];
      }
      found.push([x, y]);
    }
  }
  return found;
}

/** A point of a curve from `from`; the other points are told from there. */
function along(from: Point, first: Point, second: Point, end: Point, t: number): Point {
  const part = (axis: 0 | 1) =>
    from[axis] +
    3 * t * (1 - t) ** 2 * first[axis] +
    3 * t ** 2 * (1 - t) * second[axis] +
    t ** 3 * end[axis];
  return [part(0), part(1)];
}

/** The colour that a shape has at a point; null where it is not. */
function seen({ sides, least, most, fill, stroke, reach }: Shape, point: Point): Colour | null {
  const [x, y] = point;
  if (x < least[0] || y < least[1] || x > most[0] || y > most[1]) return null;
  let inside = false;
  for (const [a, b] of sides) {
    if (stroke && distance(point, a, b) <= reach) return stroke;
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside ? fill : null;
}

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, share));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

function coloured(text: string): Colour {
  const part = (at: number) => parseInt(text.slice(at, at + 2), 16) || 0;
  return [part(1), part(3), part(5)];
}

/** Dots with their opacity, row by row, as a PNG. */
function png(dots: Buffer, size: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6], 8); // bits of each part, and four parts: red, green, blue, opacity
  const chunk = (kind: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(kind), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(dots, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
