/** The lesson as the server gives it, and what follows from it without asking again. */
import type { components } from '../api/schema';
import { UNDISTURBED, type Seat, type SeatFacts } from '../api/types';
import { prospectsOf, type Step } from '../table/room/line';
import type { Known } from '../table/room/room.svelte';

export type Lesson = components['schemas']['LessonModel'];
export type LessonStep = components['schemas']['LessonStep'];

/** The game of the lesson after so many moves, in the shape of any other game. */
export function gameAt(lesson: Lesson, ply: number): Known {
  const moment = lesson.moments[ply]!;
  const learns = moment.decider === lesson.learner;
  return {
    id: 'lesson',
    ply,
    created: 0,
    public: false,
    name: '',
    box: '',
    yours: true,
    several_seats: false,
    closed: false,
    seats: moment.view.seats.map(({ seat }) => seatFacts(seat, seat === lesson.learner)),
    online: [],
    decider: moment.decider,
    waiting_for: moment.decider === null ? null : learns ? 'person' : 'bot',
    over: moment.over,
    can_undo: false,
    fairness: {
      edition: 1,
      commitment: '',
      terms: '',
      secret: null,
      seed: null,
      nonce: null,
      shares: [],
      shares_text: '',
      stage: null,
      stage_until: null,
      seed_chosen: false,
      deals_from: 0,
      seeded_start: false,
      first_chosen: false,
      same_deal: false,
    },
    rematch: null,
    coach: 'off',
    challenge: null,
    absent_after: 60,
    ...UNDISTURBED,
    legal: learns ? moment.legal : null,
    view: moment.view,
  };
}

function seatFacts(seat: Seat, learner: boolean): SeatFacts {
  return {
    ...{ seat, name: '', kind: 'person', bot: null, yours: learner, returnable: false },
    ...{ was_yours: false, last_seen: null, wish: null, votes: 0, votes_needed: 1 },
  };
}

/** A move of the lesson as if it had just been tried. */
export function triedAt(lesson: Lesson, ply: number): Step {
  const { token, events } = lesson.entries[ply]!;
  const { decider, legal, view, outlook } = lesson.moments[ply + 1]!;
  const question = view.question?.kind ?? 'over';
  return { token, events, decider, question, legal, view, prospects: prospectsOf(outlook) };
}

/** The step with which the turn of a step begins. */
export function turnOf(lesson: Lesson, index: number): number {
  let first = index;
  const within = (kind: string | undefined) => kind === 'do' || kind === 'confirm';
  while (within(lesson.steps[first]?.kind) && lesson.steps[first - 1]?.kind === 'do') first -= 1;
  return first;
}

/** What was to be watched just before a step, or is being watched there: the keys of those steps. */
export function watchedBefore(lesson: Lesson, index: number): string[] {
  const keys: string[] = [];
  const last = lesson.steps[index]?.kind === 'watch' ? index : index - 1;
  for (let i = last; lesson.steps[i]?.kind === 'watch'; i -= 1) keys.unshift(lesson.steps[i]!.key);
  return keys;
}

/** The nearest step from an index on, in a direction, that asks something of the learner. */
export function askedFrom(lesson: Lesson, index: number, direction: 1 | -1): number | null {
  let i = index;
  while (lesson.steps[i]?.kind === 'watch') i += direction;
  return lesson.steps[i] ? i : null;
}
