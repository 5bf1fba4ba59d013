/** What went wrong on the page of an account, in words. */
import { Refused } from '../api/problems';
import { inWords } from '../page/refusal';
import { has, t, type Values } from '../strings/index.svelte';

/** Browsers do not tell a person who changed their mind from one without a passkey. */
export function accountTrouble(problem: unknown): string {
  if (problem instanceof DOMException)
    return t(problem.name === 'InvalidStateError' ? 'account.passkey.there' : 'account.passkey.none');
  if (!(problem instanceof Refused)) return inWords(problem);
  const key = `account.refused.${problem.problem.key}`;
  return has(key) ? t(key, (problem.problem.facts ?? {}) as Values) : inWords(problem);
}
