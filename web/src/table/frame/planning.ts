/** Planning a turn ahead at a table. */
import { WITHOUT_SERVER } from '../../local/mode';
import { at } from '../../router.svelte';
import type { GameRoom } from '../room/game_room.svelte';

/** What is asked when the turns of a round are over. */
const AFTER_TURNS = ['procession', 'ishtar', 'tammouz1', 'tammouz2', 'limit', 'pick', 'deal'];

/** The way to a plan: whether there is one already, is said in its words. */
export interface Plan {
  address: string;
  words: 'plan.open' | 'plan.planned';
}

/** Whoever waits for people may plan, at one seat, unless they have passed; null for others. */
export function planOf(room: GameRoom): Plan | null {
  if (!mayPlan(room)) return null;
  const planned = room.game?.plan?.dropped === null;
  return { address: at(`/plan/${room.id}`), words: planned ? 'plan.planned' : 'plan.open' };
}

function mayPlan(room: GameRoom): boolean {
  const { game, mine, view } = room;
  const question = view?.question;
  const [seat] = mine;
  return (
    !WITHOUT_SERVER &&
    game !== null &&
    !game.over &&
    !game.fairness.stage &&
    game.waiting_for === 'person' &&
    room.deciding === null &&
    room.upToDate &&
    mine.length === 1 &&
    game.decider !== seat &&
    question != null &&
    !AFTER_TURNS.includes(question.task) &&
    view?.seats.find((one) => one.seat === seat)?.passed === false
  );
}
