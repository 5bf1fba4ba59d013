/** Requests to the own server, or to the table in this browser. A refusal is thrown as `Refused`, with the server's problem body. */
import createClient from 'openapi-fetch';
import { Refused, Unreachable } from './problems';
import type { paths } from './schema';
import { transport } from './transport';
import type { Problem } from './types';

export const http = createClient<paths>({ baseUrl: '', fetch: (request) => transport.ask(request) });

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of an answer; throws Refused or Unreachable. */
export async function body<T>(request: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await request;
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
