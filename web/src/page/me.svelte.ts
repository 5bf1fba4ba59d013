/** Who I am to the server: the name it knows, and the name being typed. */
import { body, http } from '../api/http';
import { inWords } from './refusal';

/** The longest name the server takes. */
export const LONGEST_NAME = 24;

export const me = $state({
  /** The name the server knows; empty if it knows none. */
  name: '',
  /** What stands in the fields for my name, wherever they are. */
  draft: '',
  trouble: '',
});

let asked: Promise<void> | null = null;

/** Ask the server once; where it does not answer, the next page asks again. */
export function whoAmI(): Promise<void> {
  asked ??= ask().catch(() => {
    asked = null;
  });
  return asked;
}

async function ask(): Promise<void> {
  const person = await body(http.GET('/api/v1/me'));
  me.name = person.name ?? '';
  if (!me.draft) me.draft = me.name;
}

/** Tell the server the name that was typed, if it is another one; false where it was refused. */
export async function settleName(): Promise<boolean> {
  const wanted = me.draft.trim();
  me.trouble = '';
  if (!wanted || wanted === me.name) return true;
  try {
    const person = await body(http.POST('/api/v1/me', { body: { name: wanted } }));
    me.name = me.draft = person.name ?? wanted;
    return true;
  } catch (problem) {
    me.trouble = inWords(problem);
    return false;
  }
}
