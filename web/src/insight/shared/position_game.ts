/** A position in the shape of any other game, so that a room can show it and offer its moves. */
import { UNDISTURBED, type Seat, type SeatFacts, type View } from '../../api/types';
import type { Known } from '../../table/room/room.svelte';

interface Standing {
  /** Who decides; null before a deal and at the end. */
  decider: Seat | null;
  legal: string[];
  over: boolean;
  /** The seats that whoever looks may play. */
  mine: (seat: Seat) => boolean;
  /** Who sat there, where that is known. */
  players?: readonly Player[];
}

/** Who sits at a table: what they are called, and the level of a bot. */
export type Player = Pick<SeatFacts, 'seat' | 'name' | 'bot'>;

export function gameOf(view: View, { decider, legal, over, mine, players = [] }: Standing): Known {
  return {
    ...{ id: '', ply: 0, created: 0, public: false, name: '', box: '', yours: true, several_seats: false },
    closed: false,
    seats: view.seats.map(({ seat }) => ({
      ...seatFacts(seat, mine(seat)),
      ...players.find((one) => one.seat === seat),
    })),
    online: [],
    decider,
    waiting_for: decider === null ? null : 'person',
    over,
    can_undo: false,
    fairness: {
      ...{ edition: 1, commitment: '', terms: '', secret: null, seed: null, nonce: null, shares: [] },
      ...{ shares_text: '', stage: null, stage_until: null, seed_chosen: false, deals_from: 0 },
      ...{ seeded_start: false, first_chosen: false, same_deal: false },
    },
    rematch: null,
    coach: 'off',
    challenge: null,
    absent_after: 60,
    ...UNDISTURBED,
    legal: decider === null ? null : legal,
    view,
  };
}

function seatFacts(seat: Seat, yours: boolean): SeatFacts {
  return {
    ...{ seat, name: '', kind: 'person', bot: null, yours, returnable: false },
    ...{ was_yours: false, last_seen: null, wish: null, votes: 0, votes_needed: 1 },
  };
}
