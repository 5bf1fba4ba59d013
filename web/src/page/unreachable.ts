/** Nobody answers. Which words are true depends on whom the page asks. */
import { whyNoTable } from '../local/loading.svelte';
import { WITHOUT_SERVER } from '../local/mode';
import { t } from '../strings/index.svelte';

/** At a table, where a turn is kept until somebody answers. */
export function unreachableTable(): string {
  return WITHOUT_SERVER ? whyNoTable() || t('app.unreachable') : t('trouble.unreachable');
}

export function unreachablePage(): string {
  return WITHOUT_SERVER ? whyNoTable() || t('app.unreachable') : t('page.unreachable');
}
