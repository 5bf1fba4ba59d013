/** What went wrong, in words for the place where it happened. */
import { Refused } from '../api/problems';
import { t } from '../strings/index.svelte';

export function inWords(problem: unknown): string {
  if (!(problem instanceof Refused)) return t('page.unreachable');
  const said = problem.problem.detail.trim();
  const sentence = said.charAt(0).toLocaleUpperCase() + said.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
