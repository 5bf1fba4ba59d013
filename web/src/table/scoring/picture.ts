/** The final scoring as a picture to keep: names, totals, where the prestige came from, and the day. Loaded when asked for. */
import type { Seat } from '../../api/types';
import { gainedFrom, sourcesOf, type Source, type Tally } from './tally';

export interface Scored {
  tally: Tally;
  winners: readonly string[];
  /** What stands over it: who has won, and by how much. */
  headline: string;
  detail: string;
  /** The day, in the reader's language. */
  day: string;
  name: (seat: Seat) => string;
  /** What a source is called, and its colour. */
  called: (source: Source) => string;
  colour: (source: Source) => string;
}

/** In pixels; drawn twice as large. */
const WIDTH = 900;
const MARGIN = 36;
const HEAD = 132;
const PLAYER = 84;
const LEGEND = 30;
const LEGEND_COLUMNS = 4;
const SCALE = 2;

export const CUBES: Record<Seat, [fill: string, ink: string]> = {
  W: ['#fffdf6', '#2a2017'],
  K: ['#2b2a2e', '#ffffff'],
  B: ['#2f74cf', '#ffffff'],
  R: ['#c8382b', '#ffffff'],
};
const INK = '#2a2017';
const QUIET = '#5c4c38';

/** How tall the picture is. */
export function heightOf(players: number, sources: number): number {
  return HEAD + players * PLAYER + Math.ceil(sources / LEGEND_COLUMNS) * LEGEND + MARGIN;
}

/** The bars of a player: where each begins and how wide it is, on a scale that the best fills. */
export function barsOf(gains: readonly number[], best: number, width: number): { x: number; w: number }[] {
  let x = 0;
  return gains.map((gain) => {
    const bar = { x, w: best > 0 ? (Math.max(0, gain) / best) * width : 0 };
    x += bar.w;
    return bar;
  });
}

/** The picture as a file. Raises if the browser cannot make one. */
export async function pictureOf(scored: Scored): Promise<File> {
  await document.fonts?.ready;
  const sources = sourcesOf(scored.tally);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * SCALE;
  canvas.height = heightOf(scored.tally.seats.length, sources.length) * SCALE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.scale(SCALE, SCALE);
  draw(pen, scored, sources);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('no picture');
  return new File([blob], 'amyitis.png', { type: 'image/png' });
}

function draw(pen: CanvasRenderingContext2D, scored: Scored, sources: readonly Source[]): void {
  const style = getComputedStyle(document.documentElement);
  const title = style.getPropertyValue('--serif') || 'serif';
  const text = style.getPropertyValue('--sans') || 'sans-serif';
  const { seats } = scored.tally;
  pen.fillStyle = '#fbf6ea';
  pen.fillRect(0, 0, WIDTH, heightOf(seats.length, sources.length));
  pen.fillStyle = '#163d73';
  pen.fillRect(0, 0, WIDTH, 46);
  pen.fillStyle = '#e3ad3c';
  pen.fillRect(0, 46, WIDTH, 4);
  write(pen, 'AMYITIS', MARGIN, 31, `600 22px ${title}`, '#fdf6e3');
  pen.textAlign = 'right';
  write(pen, scored.day, WIDTH - MARGIN, 30, `400 15px ${text}`, '#c5d6ee');
  pen.textAlign = 'left';
  write(pen, scored.headline, MARGIN, 90, `600 30px ${title}`, INK, WIDTH - 2 * MARGIN);
  write(pen, scored.detail, MARGIN, 114, `400 15px ${text}`, QUIET, WIDTH - 2 * MARGIN);
  const best = Math.max(1, ...seats.map((seat) => seat.totals.at(-1) ?? 0));
  const ranked = seats.toSorted((one, two) => (two.totals.at(-1) ?? 0) - (one.totals.at(-1) ?? 0));
  ranked.forEach((tally, i) => {
    const top = HEAD + i * PLAYER;
    cube(pen, tally.seat, MARGIN + 16, top + 26, text);
    write(pen, scored.name(tally.seat), MARGIN + 44, top + 33, `600 20px ${title}`, INK, 560);
    pen.textAlign = 'right';
    write(pen, String(tally.totals.at(-1) ?? 0), WIDTH - MARGIN, top + 36, `600 30px ${title}`, INK);
    pen.textAlign = 'left';
    const gains = sources.map((source) => gainedFrom(tally, source));
    barsOf(gains, best, WIDTH - 2 * MARGIN).forEach(({ x, w }, part) => {
      const source = sources[part]!;
      pen.fillStyle = scored.colour(source);
      pen.fillRect(MARGIN + x, top + 46, w, 24);
      if (w < 22) return;
      pen.textAlign = 'center';
      write(pen, String(gains[part]), MARGIN + x + w / 2, top + 63, `700 14px ${text}`, inkOn(pen.fillStyle));
      pen.textAlign = 'left';
    });
  });
  sources.forEach((source, i) => {
    const x = MARGIN + (i % LEGEND_COLUMNS) * ((WIDTH - 2 * MARGIN) / LEGEND_COLUMNS);
    const y = HEAD + seats.length * PLAYER + Math.floor(i / LEGEND_COLUMNS) * LEGEND + 16;
    pen.fillStyle = scored.colour(source);
    pen.fillRect(x, y - 12, 14, 14);
    write(pen, scored.called(source), x + 21, y, `400 14px ${text}`, QUIET, 180);
  });
}

function write(
  pen: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  widest?: number,
): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(words, x, y, widest);
}

function cube(pen: CanvasRenderingContext2D, seat: Seat, x: number, y: number, text: string): void {
  const [fill, ink] = CUBES[seat];
  pen.beginPath();
  for (let corner = 0; corner < 6; corner += 1) {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    pen.lineTo(x + 16 * Math.cos(angle), y + 16 * Math.sin(angle));
  }
  pen.closePath();
  pen.fillStyle = fill;
  pen.fill();
  pen.strokeStyle = INK;
  pen.lineWidth = 1.5;
  pen.stroke();
  pen.textAlign = 'center';
  write(pen, seat, x, y + 6, `700 16px ${text}`, ink);
  pen.textAlign = 'left';
}

/** Dark or light letters, whichever is read on a colour (`#rrggbb`). */
export function inkOn(colour: string | CanvasGradient | CanvasPattern): string {
  const parts = /^#(..)(..)(..)$/.exec(String(colour))?.slice(1) ?? ['ff', 'ff', 'ff'];
  const [red = 0, green = 0, blue = 0] = parts.map((part) => parseInt(part, 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? INK : '#ffffff';
}
