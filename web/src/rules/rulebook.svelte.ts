/** The rules in our words, as the server tells them; each language is fetched once for each box. */
import { body, http } from '../api/http';
import type { components } from '../api/schema';
import type { Language } from '../strings/index.svelte';

export type Section = components['schemas']['SectionModel'];
export type Clause = components['schemas']['ClauseModel'];
export type Example = components['schemas']['ExampleModel'];

const read = new Map<string, Promise<Section[]>>();

/**
 * All sections in a language, with the numbers of the server's box, or of the one with this digest; a failure is
 * forgotten, so that the next one who asks tries again.
 */
export function rulebook(language: Language, box = ''): Promise<Section[]> {
  const key = `${language} ${box}`;
  let sections = read.get(key);
  if (!sections) {
    const query = box ? { lang: language, box } : { lang: language };
    sections = body(http.GET('/api/v1/rules', { params: { query } })).then((rules) => rules.sections);
    read.set(key, sections);
    sections.catch(() => read.delete(key));
  }
  return sections;
}
