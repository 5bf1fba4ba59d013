/** Looking closer at the garden: how much it is enlarged and which part of it is in sight. */

interface Size {
  width: number;
  height: number;
}
/** A point of the frame, in its own pixels. */
export type Point = readonly [x: number, y: number];

const MOST = 3;
/** One press of a button, or two taps. */
export const STEP = 1.6;
/** What is fitted in keeps this distance from the edge, and leaves room for the buttons at the right, in pixels. */
const MARGIN = 12;
const BUTTONS = 54;

export class Camera {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  /** Whether it goes where it goes gently: not while a finger leads it. */
  gentle = $state(true);
  #frame: Size = { width: 0, height: 0 };

  readonly enlarged = $derived(this.scale > 1.01);
  readonly most = $derived(this.scale > MOST - 0.01);

  /** The size of the frame, in its own pixels; what is in sight stays within it. */
  resize(frame: Size): void {
    this.#frame = frame;
    this.#place(this.scale, this.x, this.y);
  }

  reset(): void {
    this.gentle = true;
    this.#place(1, 0, 0);
  }

  closer(): void {
    this.#by(STEP);
  }

  further(): void {
    this.#by(1 / STEP);
  }

  /** Enlarge around a point of the frame. */
  zoomAt([px, py]: Point, factor: number): void {
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const by = scale / this.scale;
    this.#place(scale, px - (px - this.x) * by, py - (py - this.y) * by);
  }

  moveBy(dx: number, dy: number): void {
    this.#place(this.scale, this.x + dx, this.y + dy);
  }

  /** Show all of these points of the frame, as large as they fit. */
  fit(points: readonly Point[]): void {
    const { width, height } = this.#frame;
    if (!points.length || !width || !height) return this.reset();
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = { width: width - BUTTONS, height };
    const large = Math.max(
      1,
      Math.min(
        (room.width - 2 * MARGIN) / (right - left || 1),
        (room.height - 2 * MARGIN) / (bottom - top || 1),
        MOST,
      ),
    );
    this.gentle = true;
    this.#place(
      large,
      room.width / 2 - ((left + right) / 2) * large,
      height / 2 - ((top + bottom) / 2) * large,
    );
  }

  /** Bring a box of the screen into sight, where it lies outside of the frame. */
  reveal(box: DOMRect, frame: DOMRect): void {
    if (!this.enlarged) return;
    const zoom = frame.width / this.#frame.width || 1;
    const shift = (from: number, to: number, low: number, high: number) =>
      from < low ? low - from : to > high ? high - to : 0;
    const dx = shift(box.left, box.right, frame.left, frame.right);
    const dy = shift(box.top, box.bottom, frame.top, frame.bottom);
    if (dx || dy) this.moveBy(dx / zoom, dy / zoom);
  }

  #by(factor: number): void {
    this.gentle = true;
    this.zoomAt([this.#frame.width / 2, this.#frame.height / 2], factor);
  }

  #place(scale: number, x: number, y: number): void {
    const { width, height } = this.#frame;
    this.scale = scale;
    this.x = Math.min(0, Math.max(width - width * scale, x));
    this.y = Math.min(0, Math.max(height - height * scale, y));
  }
}
