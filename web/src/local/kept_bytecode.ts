/**
 * Python's modules as an earlier visit has compiled them, in the browser's cache. They are known by the digest of their
 * sources, and kept for one version only: whatever is wrong with them, the sources are there.
 */

/** Archives of modules: Python's own library, and ours. */
export interface Archives {
  library: ArrayBuffer;
  ours: ArrayBuffer;
}

const CACHE = 'python-compiled';
const NAMES = ['library', 'ours'] as const;

/** What was compiled from the sources of this digest; null if nothing is kept. */
export async function compiledBefore(digest: string): Promise<Archives | null> {
  try {
    const cache = await caches.open(CACHE);
    const [library, ours] = await Promise.all(NAMES.map((name) => cache.match(place(digest, name))));
    return library && ours ? { library: await library.arrayBuffer(), ours: await ours.arrayBuffer() } : null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** Keep what was compiled, in the place of what was kept before. */
export async function keepCompiled(digest: string, compiled: Archives): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const known of await cache.keys()) await cache.delete(known);
  for (const name of NAMES) await cache.put(place(digest, name), new Response(compiled[name]));
}

export async function forgetCompiled(): Promise<void> {
  await caches.delete(CACHE);
}

/** The digest of sources, as `local_files.ts` has told it when the page was built. */
export async function digestOf({ library, ours }: Archives): Promise<string> {
  const both = await new Blob([library, ours]).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', both));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An address of its own for each; nobody ever asks a host for it. */
function place(digest: string, name: string): string {
  return new URL(`compiled/${digest}/${name}`, location.href).href;
}
