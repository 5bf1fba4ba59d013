/** Whether a turn can be planned ahead at a table. */
import { WITHOUT_SERVER } from '../../local/mode';
import type { GameRoom } from '../room/game_room.svelte';

/** What is asked when the turns of a round are over. */
const AFTER_TURNS = ['procession', 'ishtar', 'tammouz1', 'tammouz2', 'limit', 'pick', 'deal'];

/** Whoever waits for people may plan, at one seat, unless they have passed. */
export function mayPlan(room: GameRoom): boolean {
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
