/** What games open with: asked for by number of players, and its names in words. */
import { body, http } from '../../api/http';
import type { components } from '../../api/schema';
import { at } from '../../router.svelte';
import { t, word } from '../../strings/index.svelte';

type Schemas = components['schemas'];
export type Openings = Schemas['Openings'];
export type OpeningTurn = Schemas['OpeningTurn'];
export type WinRate = Schemas['WinRate'];
export type Sentence = Schemas['StrategySentence'];

export function askForOpenings(players: number): Promise<Openings> {
  return body(http.GET('/api/v1/openings', { params: { query: { players } } }));
}

/** A turn of the first round in words: "Priest: Marduk", "Babylon". */
export function turnName(turn: string): string {
  const [action = '', where = ''] = turn.split(' ');
  if (action === 'pass') return t('openings.pass');
  if (action.startsWith('go:')) return action.slice(3);
  if (!where) return word('craft', action);
  const place = action === 'priest' ? word('temple', where) : word('row', where);
  return t('openings.turn', { craft: word('craft', action), place });
}

/** A Court card, by its type and level: "Palace 6". */
export function cardName(card: string): string {
  const [kind = '', level = ''] = card.split(' ');
  return level ? `${word('court', kind)} ${level}` : word('court', kind);
}

/** A set-up of the table in words. */
export function setupName(key: string): string {
  const [kind = '', what = ''] = key.split('=');
  if (kind === 'lying') {
    const letters: Record<string, string> = { b: 'barley', d: 'dates', s: 'salt', p: 'palm' };
    return t('openings.setup.lying', {
      goods: [...what].map((one) => word('good', letters[one]!)).join(', '),
    });
  }
  return kind === 'plants'
    ? t('openings.setup.plants', { cards: what.replaceAll(',', ' · ') })
    : t('openings.setup.all');
}

/** Where a position can be looked at. */
export function boardAddress(position: string): string {
  return at(`/analysis?text=${encodeURIComponent(position)}`);
}
