/** What choosing a place would bring, to be shown on the table while it is looked at: facts, never advice. */
import type { GameEvent, Prospect, Seat, View } from '../../api/types';
import { placeOf } from '../answers/choices';
import type { Place } from './board.svelte';

/** A square that could be planted: what the planter scores, and who scores for the canals around it. */
interface Planting {
  square: string;
  gain: number;
  canals: { seat: string; gain: number } | null;
}

export interface Foresight {
  /** The places at which the next question could be answered. */
  leads: ReadonlySet<Place>;
  /** The squares that a canal waters, and the sides that could be dug after it. */
  watered: readonly string[];
  opened: readonly string[];
  /** The squares that a journey could plant. */
  plantings: readonly Planting[];
}

/** The clauses by which a planted square and the canals around it score. */
const PLANTED = '8.6';
const CANALS = '8.7';

/** What the legal moves of a place would bring; null where there is nothing to show. */
export function foresightOf(options: readonly Prospect[], view: View, seat: Seat): Foresight | null {
  if (options.length === 0) return null;
  const plantings = options.flatMap((option) => option.outcomes.flatMap((one) => plantingOf(one)));
  const squares = new Set(plantings.map(({ square }) => `square:${square}`));
  const answers = options.flatMap((option) => option.then[0]?.answers ?? []);
  const leads = new Set(answers.map((token) => placeOf(token, view, seat)).filter(isOnTable));
  return {
    leads: squares.size ? squares : leads,
    watered: options.flatMap((option) => option.garden?.watered ?? []),
    opened: options.flatMap((option) => option.garden?.opened ?? []),
    plantings,
  };
}

function isOnTable(place: Place): boolean {
  return /^(row|temple|side|square|court):/.test(place);
}

function plantingOf({ token, events }: { token: string; events: GameEvent[] }): Planting[] {
  if (!token.startsWith('plant:')) return [];
  const scored = (clause: string) =>
    events.find((event) => event.what === 'prestige' && event.clause === clause);
  const canals = scored(CANALS);
  return [
    {
      square: token.slice('plant:'.length),
      gain: scored(PLANTED)?.amount ?? 0,
      canals: canals?.seat ? { seat: canals.seat, gain: canals.amount } : null,
    },
  ];
}
