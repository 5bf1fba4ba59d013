/** The figures and names of a sentence of the strategy page, in words. */
import { tMade, word, type Values } from '../../strings/index.svelte';
import { cardName, turnName, type Sentence } from './openings';

const NAMES: Partial<Record<Sentence['key'], (name: string) => string>> = {
  usual: turnName,
  try: turnName,
  card: cardName,
  owner: cardName,
  craft: (name) => word('craft', name),
  sources: (name) => tMade(`strategy.source.${name.replaceAll(' ', '_').replaceAll("'", '')}`),
};

export function valuesOf({ key, words, figures }: Sentence): Values {
  const name = NAMES[key] ?? ((one: string) => one);
  const named = Object.entries(words).map(([what, one]) => [what, name(one)]);
  return { ...figures, ...(Object.fromEntries(named) as Record<string, string>) };
}
