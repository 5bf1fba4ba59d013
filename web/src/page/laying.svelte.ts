/**
 * A page that opens is laid part by part, each in a frame of its own: a phone that lays a whole table at once answers to
 * nobody for half a second, and shows nothing until all of it is there. Once all is laid, whatever comes later (another
 * place on the stage) comes at once.
 */
import { getContext, hasContext, setContext } from 'svelte';

const LAYING = Symbol('laying');

/** So long is waited for a frame, in milliseconds: a page that nobody sees has none. */
const NO_FRAME = 100;

/** Do something in a task of its own, once what was done before is painted. */
export function afterPaint(then: () => void): void {
  const late = setTimeout(() => {
    cancelAnimationFrame(frame);
    then();
  }, NO_FRAME);
  const frame = requestAnimationFrame(() => {
    clearTimeout(late);
    setTimeout(then);
  });
}

class Laying {
  /** Whether nothing is left to be laid. */
  over = $state(false);
  #waiting: (() => void)[] = [];
  #begun = false;
  readonly #laid: () => void;

  constructor(laid: () => void) {
    this.#laid = laid;
  }

  /** Lay something when its turn comes; returns how to withdraw it. */
  add(lay: () => void): () => void {
    this.#waiting.push(lay);
    if (!this.#begun) afterPaint(() => this.#next());
    this.#begun = true;
    return () => (this.#waiting = this.#waiting.filter((one) => one !== lay));
  }

  #next(): void {
    const lay = this.#waiting.shift();
    // What is laid may have parts of its own, which are known when it is there: one more look before it is over.
    if (lay) afterPaint(() => this.#next());
    else {
      this.over = true;
      this.#laid();
    }
    lay?.();
  }
}

function layingHere(): Laying | null {
  return hasContext(LAYING) ? getContext<Laying>(LAYING) : null;
}

/** For a component that is being made: tells whether all that is laid one after the other around it is there. */
export function allLaid(): () => boolean {
  const laying = layingHere();
  return () => laying?.over ?? true;
}

/** A part of what is laid one after the other. */
export class Part {
  readonly #laying = layingHere();
  /** Whether it is there, or its turn has come. */
  due = $state(this.#laying?.over ?? true);

  constructor() {
    $effect(() => (this.due ? undefined : this.#laying?.add(() => (this.due = true))));
  }
}

/** Have the parts inside a component be laid one after the other; then something else may be done. */
export function layInTurn(then: () => void = () => {}): void {
  setContext(LAYING, new Laying(then));
}
