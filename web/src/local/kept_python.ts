/**
 * Python as an earlier visit has left it in the browser's cache: its memory, once all our modules were imported, and the
 * archives that it was made of. It is known by the digest of those archives, and kept for one version and one browser
 * only: whatever is wrong with it, Python can be started anew.
 */

/** Archives of modules: Python's own library, and ours. */
interface Archives {
  library: ArrayBuffer;
  ours: ArrayBuffer;
}

/** With them, the memory of a Python that has imported what a table needs and done nothing else. */
export interface StartedPython extends Archives {
  memory: ArrayBuffer;
}

const CACHE = 'python-started';
const NAMES = ['library', 'ours', 'memory'] as const;

/** What was started from the archives of this digest; null if nothing is kept. */
export async function startedBefore(digest: string): Promise<StartedPython | null> {
  try {
    const cache = await caches.open(CACHE);
    const responses = await Promise.all(NAMES.map((name) => cache.match(place(digest, name))));
    const [library, ours, memory] = await Promise.all(responses.map(contentOf));
    return library && ours && memory ? { library, ours, memory } : null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** Keep it, in the place of what was kept before; the memory comes last, without which nothing is used. */
export async function keepStarted(digest: string, started: StartedPython): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const known of await cache.keys()) await cache.delete(known);
  for (const name of NAMES) {
    const headers = { 'Content-Length': `${started[name].byteLength}` };
    await cache.put(place(digest, name), new Response(started[name], { headers }));
  }
}

export async function forgetStarted(): Promise<void> {
  await caches.delete(CACHE);
}

/** What was kept, piece by piece into its place: read as a whole it would lie in memory twice, and for long. */
async function contentOf(answer: Response | undefined): Promise<ArrayBuffer | null> {
  if (!answer?.body) return null;
  const content = new Uint8Array(Number(answer.headers.get('Content-Length')));
  const reader = answer.body.getReader();
  let at = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    content.set(piece.value, at);
    at += piece.value.length;
    drop(piece.value.buffer);
  }
  return at === content.length ? content.buffer : null;
}

/** Give back what a buffer holds, at once, where the browser can: a worker that rests collects no garbage. */
export function drop(buffer: ArrayBuffer & { transfer?: (length: number) => ArrayBuffer }): void {
  buffer.transfer?.(0);
}

/** The digest of archives, as `local_files.ts` has told it when the page was built. */
export async function digestOf({ library, ours }: Archives): Promise<string> {
  const both = await new Blob([library, ours]).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', both));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An address of its own for each, and for each version of a browser; nobody ever asks a host for it. */
function place(digest: string, name: string): string {
  return new URL(`started/${digest}/${encodeURIComponent(navigator.userAgent)}/${name}`, location.href).href;
}
