/**
 * Looking closer at the garden: how much it is enlarged and which part of it is in sight. Two fingers, two taps, the
 * wheel with Ctrl, buttons and keys enlarge; one finger moves what is enlarged. A tap stays a tap.
 */
import type { Attachment } from 'svelte/attachments';

export interface Size {
  width: number;
  height: number;
}
type Point = readonly [x: number, y: number];

const MOST = 3;
/** One press of a button, or two taps. */
const STEP = 1.6;
/** A finger that moves less than this, in pixels, has tapped; two taps are one in this time and distance. */
const STILL = 8;
const TWICE_WITHIN = 320;
const TWICE_NEAR = 30;
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

/**
 * Let fingers lead a camera over an element.
 * @param idle whether a tap at a point of the screen would do nothing else: only then two taps enlarge
 */
export function ledByFingers(camera: Camera, idle: (event: MouseEvent) => boolean): Attachment<HTMLElement> {
  return (element) => {
    const fingers = new Map<number, Point>();
    let start: Point = [0, 0];
    /** Whether the fingers have moved, so that what follows is no tap. */
    let moved = false;
    let tapped = { at: 0, point: [0, 0] as Point };

    /** A point of the screen in pixels of the frame, which may itself be zoomed. */
    const within = (event: MouseEvent): Point => {
      const { left, top, width } = element.getBoundingClientRect();
      const zoom = width / element.offsetWidth || 1;
      return [(event.clientX - left) / zoom, (event.clientY - top) / zoom];
    };
    const apart = ([a, b]: Point, [c, d]: Point) => Math.hypot(a - c, b - d);

    function down(event: PointerEvent): void {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      if (fingers.size === 0) {
        start = within(event);
        moved = false;
      }
      fingers.set(event.pointerId, within(event));
    }

    function move(event: PointerEvent): void {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = within(event);
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (!other && !moved && apart(now, start) < STILL) return;
      if (!moved) {
        moved = true;
        if (camera.enlarged || other) element.setPointerCapture(event.pointerId);
      }
      fingers.set(event.pointerId, now);
      camera.gentle = false;
      if (other) {
        const middle: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
        camera.zoomAt(middle, apart(now, other) / (apart(before, other) || 1));
        camera.moveBy((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
      } else if (camera.enlarged) camera.moveBy(now[0] - before[0], now[1] - before[1]);
    }

    function up(event: PointerEvent): void {
      fingers.delete(event.pointerId);
    }

    function click(event: MouseEvent): void {
      if (moved && (event as PointerEvent).pointerType !== '') {
        moved = false;
        event.stopPropagation();
        event.preventDefault();
        return;
      }
      if ((event.target as Element).closest('button:not([data-place])') || !idle(event)) {
        tapped.at = 0;
        return;
      }
      const point = within(event);
      if (event.timeStamp - tapped.at < TWICE_WITHIN && apart(point, tapped.point) < TWICE_NEAR) {
        tapped.at = 0;
        camera.gentle = true;
        if (camera.enlarged) camera.reset();
        else camera.zoomAt(point, STEP * STEP);
      } else tapped = { at: event.timeStamp, point };
    }

    function wheel(event: WheelEvent): void {
      if (!event.ctrlKey) return;
      event.preventDefault();
      camera.gentle = false;
      camera.zoomAt(within(event), Math.exp(-event.deltaY / 200));
    }

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('click', click, true);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('click', click, true);
      element.removeEventListener('wheel', wheel);
    };
  };
}
