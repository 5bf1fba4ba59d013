/** How far the table in this browser has come: what is being loaded, and what went wrong. */
import { t } from '../strings/index.svelte';
import type { Fetched, LoadingStep } from './messages';
import { WITHOUT_SERVER } from './mode';
import { lacking } from './support';

/** What this browser lacks of what the table needs: then nothing is loaded, and whoever asks is told at once. */
export const lacks = WITHOUT_SERVER ? lacking().join(', ') : '';

export const loading = $state<{
  step: LoadingStep | null;
  /** How much of Python is there, while it is fetched. */
  fetched: Fetched | null;
  /** Why there will be no table. */
  problem: string | null;
  /** Whether that is so because the browser keeps no games. */
  keepsNothing: boolean;
  /** Why a bot could not play. */
  trouble: string | null;
}>({ step: null, fetched: null, problem: lacks || null, keepsNothing: false, trouble: null });

/** Whether there is no table yet, and there will be one: a page with a server never waits for it. */
export function isLoading(): boolean {
  return loading.step !== null && loading.step !== 'ready' && loading.problem === null;
}

/** Why there will be no table, as a sentence; empty where there may be one. */
export function whyNoTable(): string {
  if (lacks) return t('app.missing', { what: lacks });
  if (loading.keepsNothing) return t('app.keeps_nothing');
  return loading.problem === null ? '' : t('app.loading.failed', { problem: loading.problem });
}
