/** What can be asked in a position that is set up: the tasks that wait then, and what goes with them. */
import type { Seat } from '../../../api/types';
import { alongTrack } from './markers';
import { isPlanting, type Edited } from './sections';

/** The questions, in groups, each with its tasks as the notation writes them. */
export const QUESTIONS = {
  turn: {
    turn: 'turn',
    field: 'next,field',
    temple: 'next,temple',
    engineer: 'next,engineer',
    sale: 'next,market-dig,sale',
    'market-dig': 'next,market-dig',
    'court-pay': 'next,court,court-pay',
    court: 'next,court',
    'plant-pay': 'next,square,plant-pay',
    square: 'next,square',
    'tile-court': 'next,flip,grey,irrigation,tile-court',
    'tile-good': 'next,flip,grey,irrigation,tile-good',
    'caravaneer-good': 'next,caravaneer-good',
  },
  end: {
    procession: 'end,limit,tammouz2,tammouz1,marduk,ishtar,procession',
    ishtar: 'end,limit,tammouz2,tammouz1,marduk,ishtar',
    tammouz1: 'end,limit,tammouz2,tammouz1',
    tammouz2: 'end,limit,tammouz2',
    limit: 'end,limit',
    over: 'over',
  },
  begin: { deal: 'deal', pick: 'turn,pick' },
} as const;

/** The question that is asked: the last task. */
export function asked(edited: Edited): string {
  return edited.todo.split(',').at(-1)!;
}

/** Let another question be asked; whoever is to act has not passed, and who picks a bonus is who has none yet. */
export function ask(edited: Edited, question: string): void {
  const tasks: Record<string, string> = { ...QUESTIONS.turn, ...QUESTIONS.end, ...QUESTIONS.begin };
  edited.todo = tasks[question]!;
  if (question in QUESTIONS.turn) edited.passed = edited.passed.filter((seat) => seat !== edited.turn);
  if (isPlanting(edited.todo)) edited.planting = plantedBy(edited, edited.turn)[0] ?? '';
  if (edited.palace) edited.palace.picks = question === 'pick' ? picksOf(edited) : [];
}

/** The squares that a player has planted. */
export function plantedBy(edited: Edited, seat: Seat): string[] {
  return Object.keys(edited.tiles).filter((square) => edited.tiles[square]?.owner === seat);
}

/** Who is to pick: along the track, where there are two players twice, but nobody again for a bonus that is taken. */
function picksOf(edited: Edited): Seat[] {
  const order = alongTrack(edited);
  const round = edited.seats.length === 2 && order.length === 2 ? [...order, ...order] : order;
  const taken = Object.values(edited.palace!.bonuses).filter((seat) => seat !== null);
  return round.filter((seat) => {
    const at = taken.indexOf(seat);
    if (at >= 0) taken.splice(at, 1);
    return at < 0;
  });
}
