/**
 * Keeps the files of the page in the browser, so that it opens without a connection, and a new version of them until
 * somebody wants it. Built by `offline.ts`, which tells it what there is; no part of the page is imported here.
 *
 * Each version has a cache of its own that is filled as a whole or not at all, so files of two versions never meet. The
 * one before is kept: pages that were opened with it may still want a part of theirs.
 */
/// <reference lib="webworker" />

/** The files of this version with the SHA-256 of what is in them, and whether a server stands behind the page. */
declare const FILES: Record<string, string>;
declare const VERSION: string;
declare const SERVER: boolean;

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const PREFIX = 'amyitis-';
const KEPT = 2;
const FRONT = 'index.html';

worker.addEventListener('install', (event) => event.waitUntil(fill()));
worker.addEventListener('activate', (event) => event.waitUntil(begin()));
worker.addEventListener('message', (event) => {
  if (event.data === 'begin') event.waitUntil(worker.skipWaiting());
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const file = nameOf(request);
  if (file === null) return;
  if (file !== FRONT || !SERVER) event.respondWith(kept(file, request));
  else event.respondWith(fetch(request).catch(() => kept(file, request)));
});

worker.addEventListener('push', (event) => event.waitUntil(show(event.data)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** A message of the server, in the form that some browsers show without this worker. */
interface Declared {
  notification?: { title?: string; body?: string; lang?: string; navigate?: string; tag?: string };
  app_badge?: number;
}

/** Show a message; every one shows something, or the browser would show words of its own. */
async function show(data: PushMessageData | null): Promise<void> {
  let message: Declared = {};
  try {
    message = (data?.json() ?? {}) as Declared;
  } catch {
    // no message of ours
  }
  const {
    title = 'Amyitis',
    body = '',
    lang = '',
    navigate = '',
    tag = 'amyitis',
  } = message.notification ?? {};
  const icon = new URL('icon-192.png', worker.registration.scope).href;
  await worker.registration.showNotification(title, { body, lang, tag, icon, data: navigate });
  if (message.app_badge) await navigator.setAppBadge?.(message.app_badge);
}

/** Go to the waiting game: to the page that shows it, else to a new one, by the name under which the page was opened. */
async function open(address: string): Promise<void> {
  const { scope } = worker.registration;
  const target = URL.canParse(address) ? new URL(new URL(address).pathname, scope).href : scope;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => url === target);
  await (there ? there.focus() : worker.clients.openWindow(target));
}

/**
 * Fetch all files of this version, those that did not change from the caches of others; one after the other, so that the
 * page that is open need not wait, and no server takes it for a flood.
 */
async function fill(): Promise<void> {
  const cache = await caches.open(PREFIX + VERSION);
  for (const [name, digest] of Object.entries(FILES)) await cache.put(name, await found(name, digest));
}

async function found(name: string, digest: string): Promise<Response> {
  const before = await caches.match(name);
  if (before && (await digestOf(before)) === digest) return before;
  const answer = await fetch(name, { cache: 'no-cache' });
  if (!answer.ok || (await digestOf(answer)) !== digest)
    throw new Error(`${name} is not the file of this version`);
  return answer;
}

async function digestOf(answer: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Answer for all pages that are open, and forget what no page can want any more. */
async function begin(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(versions.slice(0, -KEPT).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The file that a request is for: the front for every address of the page; null if it is none of ours. */
function nameOf({ url, method, mode }: Request): string | null {
  const { scope } = worker.registration;
  if (method !== 'GET' || !url.startsWith(scope)) return null;
  const name = url.slice(scope.length).replace(/[?#].*/, '');
  if (name in FILES) return name;
  if (name.startsWith('assets/')) return name; // perhaps of the version before
  return mode === 'navigate' && !name.startsWith('api/') ? FRONT : null;
}

async function kept(name: string, request: Request): Promise<Response> {
  const cache = await caches.open(PREFIX + VERSION);
  return (await cache.match(name)) ?? (await caches.match(name)) ?? fetch(request);
}
