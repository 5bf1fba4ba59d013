/** Answers that take the engine a while: they are asked for until they are there. */
import type { components } from './schema';

/** Between two questions, in milliseconds. */
const REST = 300;

export interface Pending {
  status: components['schemas']['HintAnswer']['status'];
  error: string | null;
}

/**
 * Ask until it is answered; null if nobody wants to know any more. Throws Refused, Unreachable or Error.
 *
 * The engine finishes what it has begun, so an unwanted answer is awaited, too: else unfinished ones pile up there.
 */
export async function answered<A extends Pending>(
  ask: () => Promise<A>,
  wanted: () => boolean,
): Promise<A | null> {
  for (;;) {
    const answer = await ask();
    if (answer.status === 'done') return wanted() ? answer : null;
    if (answer.status === 'failed') throw new Error(answer.error ?? 'no answer');
    await new Promise((done) => setTimeout(done, REST));
  }
}
