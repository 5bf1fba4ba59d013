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
    const found = await Promise.all(NAMES.map((name) => cache.match(place(digest, name))));
    const [library, ours, memory] = await Promise.all(found.map((one) => one?.arrayBuffer()));
    return library && ours && memory ? { library, ours, memory } : null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** Keep it, in the place of what was kept before; the memory comes last, without which nothing is used. */
export async function keepStarted(digest: string, started: StartedPython): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const known of await cache.keys()) await cache.delete(known);
  for (const name of NAMES) await cache.put(place(digest, name), new Response(started[name]));
}

export async function forgetStarted(): Promise<void> {
  await caches.delete(CACHE);
}

/** WebAssembly has its memory in pages of this size. */
const PAGE = 1 << 16;

/**
 * Python's memory without the empty pages at its end, which is a third of it: less is kept and read, and Python begins
 * with that much and grows.
 */
export function withoutEmptyEnd(memory: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length >> 2);
  const used = 4 * (words.findLastIndex((word) => word !== 0) + 1);
  return memory.slice(0, Math.ceil(used / PAGE) * PAGE).buffer;
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
