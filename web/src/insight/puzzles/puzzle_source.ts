/** Where puzzles come from: the server's, or one's own mistakes (`insight/own/`). */
import { body, http } from '../../api/http';
import type { components } from '../../api/schema';
import { beKnown } from '../../page/me.svelte';
import type { Player } from '../shared/position_game';

type Schemas = components['schemas'];
export type Puzzle = Schemas['PuzzleModel'];
export type Attempt = Schemas['PuzzleAttempt'];
export type Standing = Schemas['PuzzleStanding'];
type RefutationAnswer = Schemas['RefutationAnswer'];

/** A puzzle by its identity, the one of the day, or the next one, of a theme or of any. */
export type Which = { key: string } | 'daily' | { theme: string; after: string };

export interface PuzzleSource {
  find(which: Which): Promise<Puzzle>;
  /** How well I solve such puzzles; null where nobody counts. */
  standing(): Promise<Standing | null>;
  answer(key: string, tokens: string[]): Promise<Attempt>;
  refute(key: string, tokens: string[]): Promise<RefutationAnswer>;
  /** A hint to what follows some right moves. */
  hint(key: string, tokens: string[]): Promise<Attempt>;
  giveUp(key: string): Promise<Attempt>;
  /** After how many days it comes back, once it is over; 0 where it is done for good, null where nothing comes back. */
  again(): number | null;
  /** How many are due; null where nothing comes back. */
  due(): number | null;
  /** Who sat in the game of the position; nobody where that is not known. */
  players(): readonly Player[];
  /** The words that say how far the solution is ahead. */
  lead(proven: boolean): 'puzzle.lead' | 'puzzle.lead.proven' | 'own.lead' | 'own.lead.prestige';
}

/** There is no such puzzle, or none at all. */
export class NoPuzzle extends Error {}

const known = async (key: string) => {
  await beKnown();
  return { params: { path: { key } } };
};

export const PACKAGED: PuzzleSource = {
  find(which) {
    if (which === 'daily') return body(http.GET('/api/v1/puzzles/daily'));
    if ('key' in which) return body(http.GET('/api/v1/puzzles/{key}', { params: { path: which } }));
    const query = { ...(which.theme && { theme: which.theme }), ...(which.after && { after: which.after }) };
    return body(http.GET('/api/v1/puzzles/next', { params: { query } }));
  },
  standing: () => body(http.GET('/api/v1/puzzles/me')),
  answer: async (key, tokens) =>
    body(http.POST('/api/v1/puzzles/{key}/answer', { ...(await known(key)), body: { tokens } })),
  refute: (key, tokens) =>
    body(http.POST('/api/v1/puzzles/{key}/refutation', { params: { path: { key } }, body: { tokens } })),
  hint: async (key, tokens) =>
    body(http.POST('/api/v1/puzzles/{key}/hint', { ...(await known(key)), body: { tokens } })),
  giveUp: async (key) => body(http.POST('/api/v1/puzzles/{key}/give-up', await known(key))),
  again: () => null,
  due: () => null,
  players: () => [],
  lead: (proven) => (proven ? 'puzzle.lead.proven' : 'puzzle.lead'),
};
