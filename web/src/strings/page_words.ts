/** Imported by every other page that is loaded when it is opened; most show a table, too. */
import words from './en/pages';
import { addWords } from './index.svelte';
import './table_words';

addWords(words);
