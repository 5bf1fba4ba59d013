/** For every test: all words, a box to look into, and a clean page afterwards. */
import { cleanup } from '@testing-library/svelte';
import { afterEach } from 'vitest';
import { putBox } from '../src/facts.svelte';
import '../src/strings/page_words';
import { box } from './views';

putBox(box);
afterEach(cleanup);
