/** Writes moving pictures as GIF files: what everything that shows pictures plays, and needs no library. */

/** Colours of a picture; the last number means "as before". */
const COLOURS = 255;
const SAME = 255;
const CODE_BITS = 8;
const CLEAR = 1 << CODE_BITS;
const MOST_CODES = 4096;
/** Colours nearer to each other than this (squared) share a place in the palette, as long as there are others. */
const NEAR = 130;

/** A palette for pictures of the same kind, and the nearest number in it of every pixel. */
export class Palette {
  readonly colours: readonly (readonly [number, number, number])[];
  readonly #nearest = new Int16Array(1 << 15).fill(-1);

  /** `samples`: pictures, four bytes a pixel. */
  constructor(samples: readonly Uint8ClampedArray[]) {
    const counts = new Uint32Array(1 << 15);
    for (const pixels of samples)
      for (let i = 0; i < pixels.length; i += 4) counts[bin(pixels, i)] = counts[bin(pixels, i)]! + 1;
    const bins = [...counts.keys()].filter((one) => counts[one]).sort((a, b) => counts[b]! - counts[a]!);
    const chosen: [number, number, number][] = [];
    const left: [number, number, number][] = [];
    for (const colour of bins.map(colourOf)) {
      if (chosen.length === COLOURS) break;
      (chosen.some((one) => distance(one, colour) < NEAR) ? left : chosen).push(colour);
    }
    this.colours = [...chosen, ...left.slice(0, COLOURS - chosen.length)];
  }

  /** The numbers of a picture's pixels. */
  numbers(pixels: Uint8ClampedArray): Uint8Array {
    const indices = new Uint8Array(pixels.length / 4);
    for (let i = 0; i < indices.length; i++) indices[i] = this.#number(bin(pixels, 4 * i));
    return indices;
  }

  #number(of: number): number {
    const known = this.#nearest[of]!;
    if (known >= 0) return known;
    const colour = colourOf(of);
    let best = 0;
    this.colours.forEach((one, i) => {
      if (distance(one, colour) < distance(this.colours[best]!, colour)) best = i;
    });
    return (this.#nearest[of] = best);
  }
}

function bin(pixels: Uint8ClampedArray, i: number): number {
  return ((pixels[i]! >> 3) << 10) | ((pixels[i + 1]! >> 3) << 5) | (pixels[i + 2]! >> 3);
}

function colourOf(of: number): [number, number, number] {
  return [of >> 10, (of >> 5) & 31, of & 31].map((part) => (part << 3) | (part >> 2)) as [
    number,
    number,
    number,
  ];
}

function distance(a: readonly number[], b: readonly number[]): number {
  return (a[0]! - b[0]!) ** 2 + (a[1]! - b[1]!) ** 2 + (a[2]! - b[2]!) ** 2;
}

/** A moving picture that is played for ever; of each frame only what has changed is written. */
export class Gif {
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  #before: Uint8Array | null = null;

  constructor(
    private readonly width: number,
    private readonly height: number,
    palette: Palette,
  ) {
    const table = new Uint8Array(3 * 256);
    palette.colours.forEach((colour, i) => table.set(colour, 3 * i));
    this.#write(text('GIF89a'), short(width), short(height), [0xf7, 0, 0], table);
    this.#write([0x21, 0xff, 11], text('NETSCAPE2.0'), [3, 1, 0, 0, 0]);
  }

  /** Add a frame by the numbers of its pixels, which is shown for hundredths of a second. */
  add(numbers: Uint8Array, hundredths: number): void {
    const { left, top, width, height } = this.#changed(numbers);
    const changed = new Uint8Array(width * height);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = (top + y) * this.width + left + x;
        changed[y * width + x] = this.#before?.[at] === numbers[at] ? SAME : numbers[at]!;
      }
    this.#write([0x21, 0xf9, 4, 0b101], short(hundredths), [SAME, 0]);
    this.#write([0x2c], short(left), short(top), short(width), short(height), [0, CODE_BITS]);
    const packed = packedBytes(changed);
    for (let i = 0; i < packed.length; i += 255) {
      const block = packed.subarray(i, i + 255);
      this.#write([block.length], block);
    }
    this.#write([0]);
    this.#before = numbers;
  }

  finish(): Blob {
    this.#write([0x3b]);
    return new Blob(this.#parts, { type: 'image/gif' });
  }

  #write(...parts: ArrayLike<number>[]): void {
    for (const part of parts) this.#parts.push(Uint8Array.from(part));
  }

  /** The rectangle around what is not as before; one pixel where nothing has changed. */
  #changed(numbers: Uint8Array): { left: number; top: number; width: number; height: number } {
    const { width, height } = this;
    if (!this.#before) return { left: 0, top: 0, width, height };
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let at = 0; at < numbers.length; at++) {
      if (numbers[at] === this.#before[at]) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
    if (!right) return { left: 0, top: 0, width: 1, height: 1 };
    return { left, top, width: right - left, height: bottom - top };
  }
}

function text(of: string): number[] {
  return [...of].map((one) => one.charCodeAt(0));
}

function short(of: number): number[] {
  return [of & 255, of >> 8];
}

/** Packed as GIF wants it (LZW): longer and longer runs get codes of their own, of ever more bits. */
function packedBytes(numbers: Uint8Array): Uint8Array {
  const packed: number[] = [];
  const longer = new Uint16Array(MOST_CODES << CODE_BITS); // by a code and the number behind it; 0 for none
  let [bits, size, waiting, held] = [CODE_BITS + 1, CLEAR + 2, 0, 0];
  const put = (code: number) => {
    waiting |= code << held;
    for (held += bits; held >= 8; held -= 8, waiting >>>= 8) packed.push(waiting & 255);
  };
  put(CLEAR);
  let code = numbers[0] ?? 0;
  for (let i = 1; i < numbers.length; i++) {
    const place = (code << CODE_BITS) | numbers[i]!;
    if (longer[place]) {
      code = longer[place];
      continue;
    }
    put(code);
    code = numbers[i]!;
    if (size === MOST_CODES) {
      put(CLEAR);
      longer.fill(0);
      [bits, size] = [CODE_BITS + 1, CLEAR + 2];
    } else {
      if (size === 1 << bits) bits++;
      longer[place] = size++;
    }
  }
  put(code);
  put(CLEAR + 1);
  if (held) packed.push(waiting & 255);
  return Uint8Array.from(packed);
}
