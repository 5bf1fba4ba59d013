/** Answers that are always the same lie beside the page as files: what shows them need not wait for Python. */
import { fileAddress } from './mode';

/** The paths whose answers were written when the page was built (`web/building/fixed_answers.py`). */
const FIXED = /^\/api\/v1\/(bots|box|rules\?lang=(?:en|de|fr|cs)|lesson\?part=[12])$/;

/** The address of the file with the answer to a request; null for all that is not always the same. */
export function fixedAnswer(method: string, target: string): string | null {
  const [, name] = (method === 'GET' && FIXED.exec(target)) || [];
  return name ? fileAddress(`answers/${name.replace(/\W+/g, '-')}.json`) : null;
}
