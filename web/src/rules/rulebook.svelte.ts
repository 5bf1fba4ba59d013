/** The rules in our words, as the server tells them; each language is fetched once. */
import { body, http } from '../api/http';
import type { components } from '../api/schema';
import type { Language } from '../strings/index.svelte';

export type Section = components['schemas']['SectionModel'];
export type Clause = components['schemas']['ClauseModel'];
export type Example = components['schemas']['ExampleModel'];

const read = new Map<Language, Promise<Section[]>>();

/** All sections in a language; a failure is forgotten, so that the next one who asks tries again. */
export function rulebook(language: Language): Promise<Section[]> {
  let sections = read.get(language);
  if (!sections) {
    const query = { lang: language };
    sections = body(http.GET('/api/v1/rules', { params: { query } })).then((rules) => rules.sections);
    read.set(language, sections);
    sections.catch(() => read.delete(language));
  }
  return sections;
}
