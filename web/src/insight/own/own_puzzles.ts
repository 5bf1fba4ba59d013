/** My mistakes as puzzles: the service judges whole turns, and the result says when the mistake comes back. */
import { answered } from '../../api/answered';
import { body, http } from '../../api/http';
import type { components } from '../../api/schema';
import { NoPuzzle, type Attempt, type PuzzleSource } from '../puzzles/puzzle_source';
import { evaluateMove } from '../review/asking';
import { pointsOf } from '../review/findings';
import { dueOf, kept, noteResult, type Mistake } from './kept';

type TurnAnswer = components['schemas']['TurnAnswer'];

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
  let again: number | null = null;
  const answers = new Map<string, TurnAnswer>();

  function known(): Mistake {
    if (!mistake) throw new NoPuzzle();
    return mistake;
  }

  /** What the service says of the last move of a turn; raises Refused, Unreachable or Error. */
  async function judge(tokens: string[]): Promise<TurnAnswer> {
    const { position, best } = known();
    const turn = tokens.join(' ');
    const ask = () => body(http.POST('/api/v1/turn-answers', { body: { position, best, tokens } }));
    const answer = answers.get(turn) ?? (await answered(ask, () => true))!;
    answers.set(turn, answer);
    return answer;
  }

  async function end(result: NonNullable<Attempt['result']>, tried = attempt): Promise<Attempt> {
    const { id, position, best, played } = known();
    const { loss, scale, reasons, best_line, move_line } = await evaluateMove(position, played, best);
    again = noteResult(id, result === 'first');
    inPrestige = scale === 'prestige';
    const { points, low, high } = pointsOf(loss, scale);
    const proven = loss.proven ?? false;
    const lines = { best_line, second_line: move_line };
    return {
      ...tried,
      ...{ result, tries_left: 0 },
      solution: { best, second: played, points, low, high, proven, ...lines, reasons },
    };
  }

  return {
    async find(which) {
      const { mistakes } = kept();
      const wanted = typeof which === 'object' && 'key' in which ? which.key : null;
      mistake = wanted ? (mistakes.find(({ id }) => id === wanted) ?? null) : (dueOf(mistakes)[0] ?? null);
      attempt = NEW;
      answers.clear();
      again = null;
      const { id, position, seat, round, question, themes } = known();
      const [checked, tried] = await Promise.all([
        body(http.POST('/api/v1/positions', { body: { position } })),
        body(http.POST('/api/v1/positions/try', { body: { position, tokens: [] } })),
      ]);
      if (!tried.outlook) throw new NoPuzzle();
      return {
        ...{ id, number: 0, players: checked.players, seat, round, question, position, themes },
        ...{ difficulty: 1, turns: 1, moves: checked.legal, view: checked.view, outlook: tried.outlook },
        ...{ rating: 0, played: 0, solved: 0, attempt: null },
      };
    },
    standing: () => Promise.resolve(null),
    async answer(_key, tokens) {
      const { right, reply, over } = await judge(tokens);
      const wrong = right ? attempt.wrong : [...attempt.wrong, tokens];
      const tried = { ...attempt, reply, wrong, tries_left: TRIES - wrong.length };
      if (over) attempt = await end(wrong.length ? 'later' : 'first', tried);
      else attempt = tried.tries_left ? tried : await end('failed', tried);
      return { ...attempt, right };
    },
    async refute(_key, tokens) {
      const { cost } = await judge(tokens);
      if (!cost || cost.scale === 'prestige') return { status: 'done', error: null, refutation: null };
      const { points, low, high, proven } = cost.loss;
      const moves = [...tokens.slice(0, -1), ...cost.move_line];
      const refutation = { moves, proven: proven ?? false, points, low, high, final: null };
      return { status: 'done', error: null, refutation };
    },
    hint: () => Promise.resolve(attempt),
    async giveUp() {
      return (attempt = await end('failed'));
    },
    again: () => again,
    due: () => dueOf(kept().mistakes).length,
    players: () => known().players,
    lead: () => (inPrestige ? 'own.lead.prestige' : 'own.lead'),
  };
}
