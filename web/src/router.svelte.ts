/** Where in the page we are: the path of the address, followed without loading the page anew. */
let path = $state(location.pathname);
let query = $state(location.search);

window.addEventListener('popstate', here);

function here(): void {
  path = location.pathname;
  query = location.search;
}

/** The parts of the path: `/table/abc` is `['table', 'abc']`. */
export function route(): string[] {
  return path.split('/').filter(Boolean).map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // whatever it is, nothing is called so
  }
}

export function parameter(name: string): string | null {
  return new URLSearchParams(query).get(name);
}

/** Go to a page of ours. */
export function go(to: string): void {
  history.pushState(null, '', to);
  here();
  window.scrollTo(0, 0);
}

/** Make links to our own pages go without loading: for `onclick` of the whole page. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
