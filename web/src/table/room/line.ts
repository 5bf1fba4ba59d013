/** The moves tried in a turn, and what each led to; nothing of it counts yet. */
import { withChanges } from '../../api/changes';
import type { GameEvent, Outlook, Prospect, Refusal, Tried, View } from '../../api/types';

/** What each move would do and why others are not allowed, by token. */
export interface Prospects {
  options: ReadonlyMap<string, Prospect>;
  reasons: ReadonlyMap<string, Refusal>;
}

export const NO_PROSPECTS: Prospects = { options: new Map(), reasons: new Map() };

export function prospectsOf(outlook: Outlook | null): Prospects | null {
  return (
    outlook && {
      options: new Map(outlook.options.map((option) => [option.token, option])),
      reasons: new Map(outlook.reasons.map((reason) => [reason.token, reason])),
    }
  );
}

/** A tried move, the table after it, and what may come next. */
export interface Step {
  token: string;
  events: GameEvent[];
  /** Who decides next; `$` for a deal, null at the end of the game. */
  decider: Tried['steps'][number]['decider'];
  question: Tried['steps'][number]['question'];
  legal: string[];
  view: View;
  prospects: Prospects | null;
}

/** The line that was tried, from the view at its start; the steps that `known` has already are kept. */
export function lineOf(tried: Tried, start: View, known: readonly Step[]): Step[] {
  const line: Step[] = [];
  for (const [i, { token, events, decider, question, legal, set }] of tried.steps.entries()) {
    const last = i === tried.steps.length - 1;
    const before = line.at(-1)?.view ?? start;
    const step = known[i]?.token === token ? known[i] : null;
    const view = step?.view ?? withChanges(before, set);
    const prospects = last ? prospectsOf(tried.outlook) : (step?.prospects ?? null);
    line.push({ token, events, decider, question, legal, view, prospects });
  }
  return line;
}
