/** What can go wrong when something is asked of whoever runs a game. */
import type { Problem } from './types';

/** What the server refused, and why (RFC 9457). */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }

  /** `stale`, `illegal-move`, `forbidden`, `not-found`, `malformed`, `limit`, ... */
  get kind(): string {
    return this.problem.type.split(':').at(-1) ?? '';
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}
