/** For every test: all words, a box to look into, and a clean page afterwards. */
import { cleanup } from '@testing-library/svelte';
import { afterEach } from 'vitest';
import type { Box } from '../src/api/types';
import { putBox } from '../src/facts.svelte';
import '../src/strings/page_words';
import box from './views/box.json';

putBox(box as unknown as Box);
afterEach(cleanup);
