/** How far the table in this browser has come: what is being loaded, and what went wrong. */
import type { LoadingStep } from './messages';

export const loading = $state<{
  step: LoadingStep | null;
  /** Why there will be no table. */
  problem: string | null;
  /** Whether that is so because the browser keeps no games. */
  keepsNothing: boolean;
  /** Why a bot could not play. */
  trouble: string | null;
}>({ step: null, problem: null, keepsNothing: false, trouble: null });

/** Whether there is no table yet, and there will be one: a page with a server never waits for it. */
export function isLoading(): boolean {
  return loading.step !== null && loading.step !== 'ready' && loading.problem === null;
}
