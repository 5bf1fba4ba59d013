/** My account on this server, and the fresh proof that some requests need. */
import { body, http } from '../api/http';
import { Refused } from '../api/problems';
import type { components } from '../api/schema';

export type Account = components['schemas']['Account'];
export const LEAST_PASSWORD = 8;

type State = components['schemas']['AccountState'];

export const account = $state({
  loaded: false,
  /** Who may make an account here. */
  registration: 'closed' as State['registration'],
  mine: null as Account | null,
  /** The recovery code that is shown now, once. */
  recovery: '',
  /** What goes on once I have shown that it is me; null while nothing waits for it. */
  waiting: null as (() => Promise<void>) | null,
});

export function keep(state: State): void {
  account.registration = state.registration;
  account.mine = state.account;
  account.loaded = true;
}

export async function look(): Promise<void> {
  keep(await body(http.GET('/api/v1/account')));
}

/** Do something; where it needs a fresh proof it waits for one, and is then done. */
export async function proven(doing: () => Promise<void>): Promise<void> {
  try {
    await doing();
  } catch (problem) {
    if (!(problem instanceof Refused && problem.problem.key === 'proof_first')) throw problem;
    account.waiting = doing;
  }
}
