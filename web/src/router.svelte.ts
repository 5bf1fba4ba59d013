/**
 * Where in the page we are, followed without loading the page anew. A server knows every path of the page (`/rules/6`);
 * a host of files knows but the file, so there the same path stands behind a hash (`#/rules/6`), whatever folder the
 * page lies in.
 */
import { WITHOUT_SERVER } from './local/mode';

/** The path and the query of the address, as a server would get them. */
function here(): { path: string; query: string } {
  if (!WITHOUT_SERVER) return { path: location.pathname, query: location.search };
  const [path = '', ...query] = location.hash.startsWith('#/') ? location.hash.slice(1).split('?') : ['/'];
  return { path, query: query.join('?') };
}

let place = $state.raw(here());

window.addEventListener('popstate', () => (place = here()));

/** The parts of the path: `/table/abc` is `['table', 'abc']`. */
export function route(): string[] {
  return place.path.split('/').filter(Boolean).map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // whatever it is, nothing is called so
  }
}

export function parameter(name: string): string | null {
  return new URLSearchParams(place.query).get(name);
}

/** The address of a page of ours for a link, by its path on a server: `/rules/6`. */
export function at(path: string): string {
  return WITHOUT_SERVER && path.startsWith('/') ? `#${path}` : path;
}

/** The whole address of a page of ours, to be given to others. */
export function wholeAddress(path: string): string {
  return new URL(at(path), location.href).href;
}

/** Go to a page of ours, by its path or its address. */
export function go(to: string): void {
  history.pushState(null, '', at(to));
  place = here();
  window.scrollTo(0, 0);
}

/** Have the address tell what is shown by now; nothing is loaded, and nothing else follows. */
export function retell(to: string): void {
  history.replaceState(null, '', at(to));
}

/** A file that a server would send is asked for in the browser, and saved. */
function saveAnswer(event: MouseEvent, link: HTMLAnchorElement): void {
  event.preventDefault();
  void import('./local/saving').then(({ save }) => save(link.pathname + link.search, link.download));
}

/** Make links to our own pages go without loading: for `onclick` of the whole page. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return WITHOUT_SERVER ? saveAnswer(event, link) : undefined;
  if (link.hasAttribute('download')) return;
  event.preventDefault();
  go(WITHOUT_SERVER ? link.hash : link.pathname + link.search + link.hash);
}
