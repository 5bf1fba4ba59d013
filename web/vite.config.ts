import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { compressed } from './compressed.ts';
import { fonts } from './fonts.ts';
import { app } from './icons.ts';
import { localFiles } from './local_files.ts';
import { messages } from './messages.ts';
import { offline } from './offline.ts';
import { sizes } from './sizes.ts';

const server = process.env['AMYITIS_SERVER'] ?? 'http://127.0.0.1:8737';

/** `vite build --mode site` makes the page that needs no server: it runs from any folder of any host of files. */
const SITE = 'site';

/** What only `src/strings/en/table.ts` imports. */
const TABLE_WORDS =
  /strings[\\/](table_words\.ts|en[\\/](table|board|challenge|coach|garden|insight|log|scoring|tips|trust|why)\.(ts|json))/;

/** For which `imports` and `exports` of packages it is built. */
function conditions(mode: string): { conditions?: string[] } {
  if (process.env['VITEST']) return { conditions: ['browser'] };
  return mode === SITE ? { conditions: [SITE, ...defaultClientConditions] } : {};
}

export default defineConfig(({ mode }) => ({
  base: mode === SITE ? './' : '/',
  plugins: [
    svelte(),
    messages(),
    process.env['VITEST']
      ? null
      : mode === SITE
        ? [app(), fonts(), localFiles(), offline(false), sizes()]
        : [app(), fonts(), offline(true), compressed()],
  ],
  build: {
    outDir: mode === SITE ? '../build/site' : '../build/web',
    emptyOutDir: true,
    target: 'es2022',
    // The content policy of the server allows no data: addresses for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Few files, so few ways to the server: what every page needs, and what tables, lessons and replays share and say.
    // (The server knows those of the table by their names, and tells of them before the page asks.)
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            {
              name: 'table',
              test: /src[\\/](table|companion)[\\/](?!scoring[\\/](?!GameOver)|talk[\\/]TalkPanel)/,
              priority: 1,
            },
            { name: 'table-words', test: TABLE_WORDS, priority: 2 },
          ],
        },
      },
    },
  },
  json: { stringify: true, namedExports: false }, // a browser reads that in half the time that a script of the same words takes it
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: server, ws: true } },
  },
  resolve: conditions(mode),
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    isolate: false, // one happy-dom for all files of a worker: making one for each took two thirds of the time
  },
}));
