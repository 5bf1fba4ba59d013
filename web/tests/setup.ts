/** For every test: all words, a box to look into, no server, and a clean page afterwards. */
import { cleanup } from '@testing-library/svelte';
import { afterEach } from 'vitest';
import { putBox } from '../src/facts.svelte';
import '../src/strings/page_words';
import { box } from './views';

putBox(box);
globalThis.fetch = () => Promise.reject(new TypeError('a test that needs answers stubs them'));
afterEach(cleanup);
