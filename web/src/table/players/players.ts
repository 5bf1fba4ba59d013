/** Who the players are and what they are about to do. */
import type { Seat, SeatFacts, SeatView, View } from '../../api/types';
import { theBox } from '../../facts.svelte';
import { t, word } from '../../strings/index.svelte';
import type { Room } from '../room/room.svelte';

/** What the server calls people who have not said their name. */
const UNNAMED = 'Player';

/** What a player is called; without a name by their colour, a bot by its level. */
export function nameOf(facts: SeatFacts | undefined, seat: string): string {
  if (!facts?.name || facts.name === UNNAMED) return word('colour', seat);
  return facts.name === facts.bot ? word('level', facts.bot) : facts.name;
}

/** What stands behind the name: a bot's level, or that nobody sits there. */
export function levelOf(facts: SeatFacts | undefined): string {
  if (!facts) return '';
  if (facts.kind === 'open') return t('players.open');
  if (facts.bot === null) return '';
  if (facts.returnable) return t('players.standIn', { level: word('level', facts.bot) });
  return facts.name === facts.bot ? '' : word('level', facts.bot);
}

/** Whether a person at a table with other people is there; null for bots, and where nobody need know. */
export function presenceOf(room: Room, seat: Seat): 'here' | 'away' | null {
  const { game } = room;
  const facts = room.seatFacts(seat);
  if (!game || !room.live || game.over || facts?.kind !== 'person') return null;
  // Only a server says when somebody was seen: not the lesson, and not a game that is shown again.
  const others = game.seats.some((one) => one.kind === 'person' && !one.yours && one.last_seen);
  if (!others) return null;
  return facts.yours || game.online.includes(seat) ? 'here' : 'away';
}

/** What a player is about to do: decide, think, come back, be asked in a game of old, or wait for the end of the round. */
export type Standing = 'turn' | 'thinks' | 'away' | 'asked' | 'passed' | null;

export function standingOf(room: Room, view: View, seat: Seat): Standing {
  const decider = room.game?.over ? null : (room.deciding ?? view.question?.seat ?? null);
  if (decider === seat) {
    if (!room.live) return 'asked';
    if (room.mine.includes(seat)) return 'turn';
    if (presenceOf(room, seat) === 'away') return 'away';
    return room.seatFacts(seat)?.kind === 'open' ? null : 'thinks';
  }
  return view.seats.find((one) => one.seat === seat)?.passed ? 'passed' : null;
}

/** The seats clockwise, the viewer's first. Who plays several sees them as they sit. */
export function aroundTable(room: Room, view: View): SeatView[] {
  const own = view.seats.findIndex(({ seat }) => seat === room.mine[0]);
  return own > 0 && room.mine.length === 1
    ? [...view.seats.slice(own), ...view.seats.slice(0, own)]
    : view.seats;
}

/** The prestige of the favour that a player aims at; undefined while the box is on its way, or if there is none. */
export function nextFavour({ tiles_to_next_favour: missing, favour }: SeatView): number | undefined {
  return missing === null ? undefined : theBox()?.favour.prestige[favour > 0 ? 1 : 0];
}

/** How many tiles a player has, and what that is worth, or will be with more. */
export function favourSaid(seat: SeatView): string {
  const { tiles_to_next_favour: missing, favour } = seat;
  const tiles = seat.tiles.length;
  return missing === null
    ? t('players.favourDone', { tiles, prestige: favour })
    : t('players.favourNext', { tiles, missing, prestige: nextFavour(seat) ?? 0 });
}
