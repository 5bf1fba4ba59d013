/** A turn, or a whole game, as a moving picture to give away: made here, from the replay, and nothing is asked for it. */
import type { View } from '../../api/types';
import { CUBES } from '../../table/scoring/picture';
import { Gif, Palette } from './gif';
import type { Shown } from './plan';
import { Stills } from './still.svelte';

/** A moment as it is shown: the table, and what is said of it. */
export interface Moment {
  view: View;
  /** Whose move has led there. */
  seat: string | null;
  said: string;
  /** What stands over it. */
  title: string;
}

const SIZE = 600;
const HEAD = 44;
const FOOT = 58;
const MARGIN = 14;
const LINE = 20;
const MOST_LINES = 2;
const CUBE = 20;
/** From so many pictures the colours are taken. */
const SAMPLES = 5;

/** Raises if the browser cannot make one, or if it is given up. `tell` hears how much is made, 0 to 1. */
export async function movingPicture(
  shown: readonly Shown[],
  moment: (ply: number) => Moment,
  tell: (part: number) => void,
  signal: AbortSignal,
): Promise<File> {
  await document.fonts?.ready;
  const stills = new Stills(moment(shown[0]?.ply ?? 0).view);
  const canvas = Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('no canvas');
  const painted = async (ply: number) => {
    await new Promise((done) => setTimeout(done)); // the page answers in between
    signal.throwIfAborted();
    const now = moment(ply);
    paint(pen, now, await stills.of(now.view));
    return pen.getImageData(0, 0, SIZE, SIZE).data;
  };
  try {
    const samples = [];
    for (let i = 0; i < SAMPLES; i++)
      samples.push(await painted(shown[Math.round((i * (shown.length - 1)) / (SAMPLES - 1))]!.ply));
    const palette = new Palette(samples);
    const gif = new Gif(SIZE, SIZE, palette);
    for (const [i, { ply, hundredths }] of shown.entries()) {
      gif.add(palette.numbers(await painted(ply)), hundredths);
      tell((i + 1) / shown.length);
    }
    return new File([gif.finish()], 'amyitis.gif', { type: 'image/gif' });
  } finally {
    stills.end();
  }
}

function paint(
  pen: CanvasRenderingContext2D,
  { view, seat, said, title }: Moment,
  garden: CanvasImageSource,
) {
  const look = getComputedStyle(document.documentElement);
  const colour = (name: string) => look.getPropertyValue(`--${name}`).trim();
  const serif = colour('serif') || 'serif';
  pen.fillStyle = colour('panel');
  pen.fillRect(0, 0, SIZE, SIZE);
  const high = SIZE - HEAD - FOOT;
  const sky = pen.createLinearGradient(0, HEAD, 0, HEAD + 0.62 * high);
  sky.addColorStop(0, colour('sky-a'));
  sky.addColorStop(1, colour('sky-b'));
  pen.fillStyle = sky;
  pen.fillRect(0, HEAD, SIZE, high);
  pen.drawImage(garden, 0, HEAD, SIZE, high);
  pen.fillStyle = '#163d73';
  pen.fillRect(0, 0, SIZE, HEAD - 3);
  pen.fillStyle = '#e3ad3c';
  pen.fillRect(0, HEAD - 3, SIZE, 3);
  pen.textBaseline = 'middle';
  pen.font = `600 19px ${serif}`;
  pen.fillStyle = '#fdf6e3';
  pen.fillText(title, MARGIN, HEAD / 2);
  let right = SIZE - MARGIN;
  for (const one of view.seats.toReversed()) {
    pen.fillStyle = '#fdf6e3';
    const prestige = `${one.prestige}`;
    right -= pen.measureText(prestige).width;
    pen.fillText(prestige, right, HEAD / 2);
    cube(pen, one.seat, (right -= CUBE + 6), (HEAD - 3 - CUBE) / 2);
    right -= 14;
  }
  if (seat) cube(pen, seat, MARGIN, SIZE - FOOT / 2 - CUBE / 2);
  pen.fillStyle = colour('ink');
  pen.font = `16px ${serif}`;
  const left = MARGIN + (seat ? CUBE + 10 : 0);
  const lines = broken(pen, said, SIZE - MARGIN - left);
  lines.forEach((line, i) => pen.fillText(line, left, SIZE - FOOT / 2 + LINE * (i - (lines.length - 1) / 2)));
}

function cube(pen: CanvasRenderingContext2D, seat: string, x: number, y: number) {
  const [fill, ink] = CUBES[seat as keyof typeof CUBES] ?? ['#96928a', '#ffffff'];
  const font = pen.font;
  pen.fillStyle = fill;
  pen.beginPath();
  pen.roundRect(x, y, CUBE, CUBE, 4);
  pen.fill();
  pen.strokeStyle = '#96928a';
  pen.stroke();
  pen.fillStyle = ink;
  pen.font = '700 13px sans-serif';
  pen.textAlign = 'center';
  pen.fillText(seat, x + CUBE / 2, y + CUBE / 2 + 1);
  pen.textAlign = 'left';
  pen.font = font;
}

/** Words in lines that fit; what does not is left out with dots. */
function broken(pen: CanvasRenderingContext2D, said: string, width: number): string[] {
  const lines = [''];
  for (const word of said.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else if (lines.length < MOST_LINES) lines.push(word);
    else {
      while (lines.at(-1) && pen.measureText(`${lines.at(-1)} …`).width > width)
        lines[lines.length - 1] = lines.at(-1)!.replace(/\s*\S+$/, '');
      lines[lines.length - 1] += ' …';
      break;
    }
  }
  return lines;
}
