/**
 * How messages are made, without what a browser takes long to begin with: the first number format of a page costs it
 * 13 to 27 ms (on a phone four times as much), and nearly no sentence needs one. So does the first list, and nearly
 * every page has one.
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

/** A message as it is written, or what was read of it. */
export type Message = ConstructorParameters<typeof IntlMessageFormat>[0];

/** A message of a language, ready to be said. */
export function messageOf(words: Message, language: string): IntlMessageFormat {
  return new IntlMessageFormat(words, language, undefined, { formatters });
}

/** How things are listed: "a, b and c", "a, b or c", or those that happened one after the other (without an "and" where a language can). */
export type ListKind = 'conjunction' | 'disjunction' | 'unit';

/** What stands before the last thing of a list: of two, and of more. (A test compares it with `Intl.ListFormat`.) */
const BEFORE_LAST: Record<string, Record<ListKind, readonly [ofTwo: string, ofMore: string]>> = {
  en: { conjunction: [' and ', ', and '], disjunction: [' or ', ', or '], unit: [', ', ', '] },
  de: { conjunction: [' und ', ' und '], disjunction: [' oder ', ' oder '], unit: [', ', ' und '] },
  fr: { conjunction: [' et ', ' et '], disjunction: [' ou ', ' ou '], unit: [' et ', ' et '] },
  cs: { conjunction: [' a\u00a0', ' a\u00a0'], disjunction: [' nebo ', ' nebo '], unit: [', ', ' a\u00a0'] },
};

/** Words as a list: "a, b and c". */
export function listOf(words: readonly string[], language: string, kind: ListKind): string {
  const [ofTwo, ofMore] = BEFORE_LAST[language]?.[kind] ?? [', ', ', '];
  const before = words.slice(0, -1).join(', ');
  return before + (words.length > 1 ? (words.length > 2 ? ofMore : ofTwo) : '') + (words.at(-1) ?? '');
}

function made<Made, Options>(
  known: Map<string, Made>,
  languages: Intl.LocalesArgument,
  options: Options | undefined,
  Format: new (languages: Intl.LocalesArgument, options?: Options) => Made,
): Made {
  const key = `${String(languages)} ${JSON.stringify(options)}`;
  const format = known.get(key) ?? new Format(languages, options);
  known.set(key, format);
  return format;
}
