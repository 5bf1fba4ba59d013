/** The classes of losses, from the least on. */
import { t } from '../../strings/index.svelte';

export const GRADES = ['inaccuracy', 'mistake', 'blunder'] as const;
export type Grade = (typeof GRADES)[number];
/** What a class is made of: win shares, or prestige where the game is lost. */
export type Scale = 'share' | 'prestige';

export function gradeName(grade: Grade): string {
  return t(`insight.${grade}`);
}
