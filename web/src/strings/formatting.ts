/**
 * How messages are made, without what a browser takes long to begin with: the first number format of a page costs it
 * 13 to 27 ms (on a phone four times as much), and nearly no sentence needs one.
 */
import { IntlMessageFormat, type Formatters } from 'intl-messageformat';

/** Whole numbers below are written alike in all languages of the page. */
const ALIKE = 1000;

const numbers = new Map<string, Intl.NumberFormat>();
const plurals = new Map<string, Intl.PluralRules>();

/** The page knows its languages: nothing need be asked of a browser about which it has. */
IntlMessageFormat.resolveLocale = (languages) => new Intl.Locale([languages].flat()[0] ?? 'en');

const formatters: Formatters = {
  getNumberFormat: (languages, options) =>
    ({
      format: (n: number) =>
        !options && Number.isInteger(n) && n >= 0 && n < ALIKE
          ? String(n)
          : made(numbers, languages, options, Intl.NumberFormat).format(n),
    }) as Intl.NumberFormat,
  getDateTimeFormat: (...how) => new Intl.DateTimeFormat(...how),
  getPluralRules: (languages, options) => made(plurals, languages, options, Intl.PluralRules),
};

/** A message of a language, ready to be said. */
export function messageOf(words: string, language: string): IntlMessageFormat {
  return new IntlMessageFormat(words, language, undefined, { formatters });
}

/** Words as a list: "a, b and c"; a single one needs no list. */
export function listOf(words: readonly string[], language: string, how: Intl.ListFormatOptions): string {
  return words.length < 2 ? (words[0] ?? '') : new Intl.ListFormat(language, how).format(words);
}

/** Begin with lists while the page waits for something else: the first one of a page takes as long as a number. */
export function prepareLists(language: string): void {
  setTimeout(() => new Intl.ListFormat(language));
}

function made<Made, Options>(
  known: Map<string, Made>,
  languages: Intl.LocalesArgument,
  options: Options | undefined,
  Format: new (languages: Intl.LocalesArgument, options?: Options) => Made,
): Made {
  const key = `${String(languages)} ${JSON.stringify(options)}`;
  const found = known.get(key) ?? new Format(languages, options);
  known.set(key, found);
  return found;
}
