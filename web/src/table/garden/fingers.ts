/**
 * Fingers that lead the camera over the garden: two of them, two taps and the wheel with Ctrl enlarge; one finger moves
 * what is enlarged. A tap stays a tap.
 */
import type { Attachment } from 'svelte/attachments';
import { STEP, type Camera, type Point } from './camera.svelte';

/** A finger that moves less than this, in pixels, has tapped; two taps are one in this time and distance. */
const STILL = 8;
const TWICE_WITHIN = 320;
const TWICE_NEAR = 30;

/**
 * Let fingers lead a camera over an element.
 * @param idle whether a tap at a point of the screen would do nothing else: only then two taps enlarge
 */
export function ledByFingers(camera: Camera, idle: (event: MouseEvent) => boolean): Attachment<HTMLElement> {
  return (element) => {
    const fingers = new Fingers(element, camera, idle);
    const gone = new AbortController();
    const { signal } = gone;
    element.addEventListener('pointerdown', (event) => fingers.down(event), { signal });
    element.addEventListener('pointermove', (event) => fingers.move(event), { signal });
    element.addEventListener('pointerup', (event) => fingers.up(event), { signal });
    element.addEventListener('pointercancel', (event) => fingers.up(event), { signal });
    element.addEventListener('click', (event) => fingers.click(event), { signal, capture: true });
    element.addEventListener('wheel', (event) => fingers.wheel(event), { signal, passive: false });
    return () => gone.abort();
  };
}

class Fingers {
  /** Where those that touch the element are. */
  readonly #down = new Map<number, Point>();
  #start: Point = [0, 0];
  /** Whether the fingers have moved, so that what follows is no tap. */
  #moved = false;
  #tapped: { at: number; point: Point } = { at: 0, point: [0, 0] };

  constructor(
    private readonly element: HTMLElement,
    private readonly camera: Camera,
    private readonly idle: (event: MouseEvent) => boolean,
  ) {}

  down(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    const now = this.#within(event);
    if (this.#down.size === 0) {
      this.#start = now;
      this.#moved = false;
    }
    this.#down.set(event.pointerId, now);
  }

  move(event: PointerEvent): void {
    const before = this.#down.get(event.pointerId);
    if (!before) return;
    const now = this.#within(event);
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
    if (!other && !this.#moved && apart(now, this.#start) < STILL) return;
    if (!this.#moved) {
      this.#moved = true;
      if (this.camera.enlarged || other) this.element.setPointerCapture(event.pointerId);
    }
    this.#down.set(event.pointerId, now);
    this.camera.gentle = false;
    if (other) this.#pinch(before, now, other);
    else if (this.camera.enlarged) this.camera.moveBy(now[0] - before[0], now[1] - before[1]);
  }

  up(event: PointerEvent): void {
    this.#down.delete(event.pointerId);
  }

  click(event: MouseEvent): void {
    if (this.#moved && (event as PointerEvent).pointerType !== '') {
      this.#moved = false;
      event.stopPropagation();
      event.preventDefault();
    } else if ((event.target as Element).closest('button:not([data-place])') || !this.idle(event)) {
      this.#tapped.at = 0;
    } else this.#tap(this.#within(event), event.timeStamp);
  }

  wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.camera.gentle = false;
    this.camera.zoomAt(this.#within(event), Math.exp(-event.deltaY / 200));
  }

  /** One of two fingers has moved. */
  #pinch(before: Point, now: Point, other: Point): void {
    const middle: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    this.camera.zoomAt(middle, apart(now, other) / (apart(before, other) || 1));
    this.camera.moveBy((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  }

  /** The second of two taps enlarges, or shows all again. */
  #tap(point: Point, at: number): void {
    const twice = at - this.#tapped.at < TWICE_WITHIN && apart(point, this.#tapped.point) < TWICE_NEAR;
    this.#tapped = { at: twice ? 0 : at, point };
    if (!twice) return;
    this.camera.gentle = true;
    if (this.camera.enlarged) this.camera.reset();
    else this.camera.zoomAt(point, STEP * STEP);
  }

  /** A point of the screen in pixels of the frame, which may itself be zoomed. */
  #within(event: MouseEvent): Point {
    const { left, top, width } = this.element.getBoundingClientRect();
    const zoom = width / this.element.offsetWidth || 1;
    return [(event.clientX - left) / zoom, (event.clientY - top) / zoom];
  }
}

function apart([a, b]: Point, [c, d]: Point): number {
  return Math.hypot(a - c, b - d);
}
