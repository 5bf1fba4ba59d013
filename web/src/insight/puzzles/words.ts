/** Words and addresses of puzzles. */
import { t } from '../../strings/index.svelte';
import type { Puzzle } from './puzzle_source';
import { at } from '../../router.svelte';

/** So often must a puzzle have been tried before it is said how many solve it. */
const FEW = 5;

/** The key of a theme's name. */
export function themeKey(theme: string): string {
  return `puzzle.theme.${theme.replace(' ', '_')}`;
}

/** How many of a hundred solve a puzzle at once; null where too few have tried. */
export function shareWho({ played, solved }: Pick<Puzzle, 'played' | 'solved'>): string | null {
  return played < FEW ? null : t('puzzle.share', { n: Math.round((100 * solved) / played) });
}

/** Where the next puzzle of a theme is to be had. */
export function nextAddress(theme: string, after: string): string {
  const query = new URLSearchParams({ ...(theme && { theme }), ...(after && { after }) }).toString();
  return at(`/puzzle/next${query && `?${query}`}`);
}
