/** Requests to the own server. A refusal is thrown as `Refused`, with the server's problem body. */
import createClient from 'openapi-fetch';
import type { paths } from './schema';
import type { Problem } from './types';

export const http = createClient<paths>({ baseUrl: '', fetch: (request) => fetch(request) });

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

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of an answer; throws Refused or Unreachable. */
export async function body<T>(asked: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await asked;
  } catch (problem) {
    throw new Unreachable(String(problem));
  }
  if (answer.data !== undefined) return answer.data;
  if (isProblem(answer.error)) throw new Refused(answer.error);
  throw new Unreachable(`the server answered ${answer.response.status}`);
}

function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'detail' in error && 'type' in error;
}
