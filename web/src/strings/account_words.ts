/** Imported by a person's own page, and by what a link to a further device opens. */
import words from './en/account.json';
import { addWords } from './index.svelte';

addWords(words);
