/**
 * The messages of the page, read when it is built: a browser gets their parts, and no parser. (A phone took a tenth of a
 * second for the parser and what it read; what is sent becomes smaller, too.)
 */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Plugin } from 'vite';
import { isPlain } from './src/strings/plain.ts';

const CATALOGUES = /src[\\/]strings[\\/]\w+[\\/]\w+\.json$/;

export function messages(): Plugin {
  return {
    name: 'amyitis-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^@formatjs\/icu-messageformat-parser$/,
            replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
          },
        ],
      },
    }),
    transform(text, file) {
      if (!CATALOGUES.test(file)) return null;
      const words = Object.entries(JSON.parse(text) as Record<string, string>);
      return JSON.stringify(Object.fromEntries(words.map(([key, message]) => [key, read(message)])));
    },
  };
}

function read(message: string): unknown {
  if (isPlain(message)) return message;
  return new IntlMessageFormat(message, 'en', undefined, { captureLocation: false }).getAst();
}
