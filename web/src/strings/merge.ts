/** The files of a language as one catalogue; a test compares its keys with those of English. */
import type { Catalogue } from './index.svelte';

export function merged(files: Record<string, Record<string, string>>): Catalogue {
  return Object.assign({}, ...Object.values(files)) as Catalogue;
}
