/** Asks for a review until it is done: of a game of this server, or of a record. */
import { body, http } from '../../api/http';
import { Refused } from '../../api/problems';
import type { components } from '../../api/schema';
import type { Judgement } from '../../api/types';

export type ReviewAnswer = components['schemas']['ReviewAnswer'];
export type Ask = () => Promise<ReviewAnswer>;

/** Between two questions, in milliseconds: while nothing is there yet, and while it grows. */
const FIRST_REST = 400;
const REST = 1500;
const JUDGEMENT_REST = 250;

export function askForGame(id: string): Ask {
  return () => body(http.GET('/api/v1/games/{game_id}/review', { params: { path: { game_id: id } } }));
}

/** A record is sent once, and again if the server has forgotten it. */
export function askForRecord(record: string): Ask {
  let key: string | null = null;
  return async () => {
    if (key !== null) {
      try {
        return await body(http.GET('/api/v1/reviews/{key}', { params: { path: { key } } }));
      } catch (problem) {
        if (!(problem instanceof Refused) || problem.kind !== 'not-found') throw problem;
      }
    }
    const answer = await body(http.POST('/api/v1/reviews', { body: { record } }));
    key = answer.key;
    return answer;
  };
}

/** Ask until the review is done or has failed; returns how to stop. */
export function follow(
  ask: Ask,
  told: (answer: ReviewAnswer) => void,
  failed: (problem: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  async function next(): Promise<void> {
    try {
      const answer = await ask();
      if (stopped) return;
      told(answer);
      if (answer.status === 'waiting' || answer.status === 'running')
        timer = setTimeout(() => void next(), answer.review ? REST : FIRST_REST);
    } catch (problem) {
      if (!stopped) failed(problem);
    }
  }
  void next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** What a move of a position costs beside another, with so many times the thought; raises Refused, Unreachable, or Error if it cannot be judged. */
export async function judgeMove(
  position: string,
  move: string,
  beside: string,
  times = 1,
): Promise<Judgement> {
  let answer = await body(http.POST('/api/v1/judgements', { body: { position, move, beside, times } }));
  while (answer.status === 'waiting' || answer.status === 'running') {
    await new Promise((done) => setTimeout(done, JUDGEMENT_REST));
    const path = { key: answer.key };
    answer = await body(http.GET('/api/v1/judgements/{key}', { params: { path } }));
  }
  if (!answer.judgement) throw new Error(answer.error ?? 'the move could not be judged');
  return answer.judgement;
}
