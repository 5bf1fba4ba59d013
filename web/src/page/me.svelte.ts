/** Who I am to the server: the name it knows, and the name being typed. */
import { body, http } from '../api/http';
import { inWords } from './refusal';

/** The longest name the server takes. */
export const LONGEST_NAME = 24;

export const me = $state({
  /** Whether this browser has a cookie of the server, and whether its person has an account. */
  known: false,
  account: false,
  /** The name the server knows; empty if it knows none. */
  name: '',
  /** What stands in the fields for my name, wherever they are. */
  draft: '',
  trouble: '',
});

let request: Promise<void> | null = null;

/** Ask the server once; where it does not answer, the next page asks again. */
export function whoAmI(): Promise<void> {
  request ??= ask().catch(() => {
    request = null;
  });
  return request;
}

async function ask(): Promise<void> {
  const person = await body(http.GET('/api/v1/me'));
  me.name = person.name ?? '';
  [me.known, me.account] = [person.known, person.account];
  if (!me.draft) me.draft = me.name;
}

/** The name that is on its way to the server, and what will come of it. */
let settling: { name: string; done: Promise<boolean> } | null = null;

/** Have a cookie before anything else is asked for: a request whose answer is lost can then be made again. */
export async function beKnown(): Promise<void> {
  if (!(await body(http.GET('/api/v1/me'))).known) await body(http.POST('/api/v1/me', { body: {} }));
}

/** Does something at once, or once I have shown that it is me. */
export type Guard = (doing: () => Promise<void>) => Promise<void>;

/** Tell the server the name that was typed, if it is another one; false where it was refused. */
export async function settleName(guard: Guard = (doing) => doing()): Promise<boolean> {
  const wanted = me.draft.trim();
  if (settling?.name === wanted) return settling.done;
  me.trouble = '';
  if (!wanted || wanted === me.name) return true;
  const done = tellName(wanted, guard).finally(() => (settling = null));
  settling = { name: wanted, done };
  return done;
}

async function tellName(wanted: string, guard: Guard): Promise<boolean> {
  try {
    await guard(async () => {
      const person = await body(http.POST('/api/v1/me', { body: { name: wanted } }));
      me.name = me.draft = person.name ?? wanted;
    });
    return true;
  } catch (problem) {
    me.trouble = inWords(problem);
    return false;
  }
}
