/** Imported by what a table is loaded with. */
import words from './en/table';
import { addWords } from './index.svelte';

addWords(words);
