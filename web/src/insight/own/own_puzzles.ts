/** My mistakes as puzzles: what a try costs is asked of the engine, and the answer says when the mistake comes back. */
import { body, http } from '../../api/http';
import type { MoveCost } from '../../api/types';
import { NoPuzzle, type Attempt, type PuzzleSource } from '../puzzles/puzzle_source';
import { evaluateMove } from '../review/asking';
import { pointsOf } from '../review/findings';
import { answered, dueOf, kept, type Mistake } from './kept';

const TRIES = 3;

const NEW: Attempt = {
  ...{
    right: null,
    reply: [],
    turn: 1,
    wrong: [],
    tries_left: TRIES,
    hints: [],
    hints_left: 0,
    result: null,
    change: 0,
  },
  solution: null,
};

/** A new one for each visit: what was tried is forgotten with it. */
export function ownMistakes(): PuzzleSource {
  let mistake: Mistake | null = null;
  let attempt = NEW;
  let inPrestige = false;
  const costs = new Map<string, MoveCost>();

  function known(): Mistake {
    if (!mistake) throw new NoPuzzle();
    return mistake;
  }

  async function cost(move: string): Promise<MoveCost> {
    const { position, best } = known();
    const evaluation = costs.get(move) ?? (await evaluateMove(position, move, best));
    costs.set(move, evaluation);
    return evaluation;
  }

  async function end(result: NonNullable<Attempt['result']>): Promise<Attempt> {
    const { id, best, played } = known();
    const { loss, scale, reasons, best_line, move_line } = await cost(played);
    answered(id, result === 'first');
    const { points, low, high } = pointsOf(loss, scale);
    const proven = loss.proven;
    inPrestige = scale === 'prestige';
    const lines = { best_line, second_line: move_line };
    return {
      ...attempt,
      ...{ result, tries_left: 0 },
      solution: { best, second: played, points, low, high, proven: proven ?? false, ...lines, reasons },
    };
  }

  return {
    async find(which) {
      const { mistakes } = kept();
      const due = dueOf(mistakes);
      const wanted = typeof which === 'object' && 'key' in which ? which.key : null;
      mistake = wanted ? (mistakes.find(({ id }) => id === wanted) ?? null) : (due[0] ?? null);
      attempt = NEW;
      costs.clear();
      const { id, position, seat, round, question, themes } = known();
      const [checked, tried] = await Promise.all([
        body(http.POST('/api/v1/positions', { body: { position } })),
        body(http.POST('/api/v1/positions/try', { body: { position, tokens: [] } })),
      ]);
      if (!tried.outlook) throw new NoPuzzle();
      return {
        ...{ id, number: due.length, players: checked.players, seat, round, question, position, themes },
        ...{ difficulty: 1, turns: 1, moves: checked.legal, view: checked.view, outlook: tried.outlook },
        ...{ rating: 0, played: 0, solved: 0, attempt: null },
      };
    },
    standing: () => Promise.resolve(null),
    async answer(_key, tokens) {
      const move = tokens.at(-1)!;
      const right = move === known().best || (await cost(move)).as_good;
      if (right) attempt = await end(attempt.wrong.length ? 'later' : 'first');
      else {
        const wrong = [...attempt.wrong, tokens];
        attempt = { ...attempt, wrong, tries_left: TRIES - wrong.length };
        if (!attempt.tries_left) attempt = await end('failed');
      }
      return { ...attempt, right };
    },
    async refute(_key, tokens) {
      const { loss, scale, move_line } = await cost(tokens.at(-1)!);
      const { points, low, high, proven } = loss;
      const refutation = { moves: move_line, proven: proven ?? false, points, low, high, final: null };
      return { status: 'done', error: null, refutation: scale === 'prestige' ? null : refutation };
    },
    hint: () => Promise.resolve(attempt),
    async giveUp() {
      return (attempt = await end('failed'));
    },
    lead: () => (inPrestige ? 'own.lead.prestige' : 'own.lead'),
  };
}
