/** What went wrong, in words for the place where it happened. */
import { Refused } from '../api/problems';
import { has, t, type Values } from '../strings/index.svelte';
import { unreachablePage } from './unreachable';

/** What the server refused, in the language of the page where there are words for it; else as the server says it. */
export function inWords(problem: unknown): string {
  if (!(problem instanceof Refused)) return unreachablePage();
  const key = `refused.${problem.problem.key}`;
  if (has(key)) return t(key, (problem.problem.facts ?? {}) as Values);
  const said = problem.problem.detail.trim();
  // A move is written as it is, even where a sentence begins.
  const sentence = /^\S*[/:]/.test(said) ? said : said.charAt(0).toLocaleUpperCase() + said.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** What is wrong with a record: the line at fault, and why a move in it is not allowed. */
export function recordInWords(problem: unknown): string {
  if (!(problem instanceof Refused) || problem.problem.status >= 429) return inWords(problem);
  const { line, key, token, clause } = problem.problem;
  if (line === undefined || line === null) return t('record.none');
  if (key === 'drift') return t('record.drift', { line });
  if (problem.kind !== 'illegal-move') return t('record.line', { line });
  return t('record.illegal', { line, token: token ?? '', clause: clause ?? '' });
}
