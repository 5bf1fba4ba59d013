/** The games that wait for me, wherever I am on the page: the tab says how many, and a table leads to the next one. */
import { body, http } from '../api/http';
import { WITHOUT_SERVER } from '../local/mode';
import { route } from '../router.svelte';

/** Between two looks, in milliseconds: hidden tabs are allowed no more anyway. */
const EVERY = 60_000;
const ICON = '/favicon.svg';
const BADGED = '/favicon-turn.svg';
const BADGE = '<circle cx="22" cy="10" r="9.500" fill="#ffc53d" stroke="#fff" stroke-width="1.500"/>';

class Waiting {
  /** Their ids, the longest waiting first. */
  games = $state.raw<readonly string[]>([]);
  /** Those but the one that is looked at. */
  others = $derived.by(() => {
    const [page, id] = route();
    return page === 'table' ? this.games.filter((game) => game !== id) : this.games;
  });

  /** Whether the table that is looked at waits for me. */
  here = $state(false);

  async look(): Promise<void> {
    if (route()[0] === 'learn') return; // a lesson needs nothing from outside
    try {
      this.games = (await body(http.GET('/api/v1/me/waiting'))).games;
    } catch {
      // the next look may go well
    }
  }
}

export const waiting = new Waiting();

/** Look from time to time, and mark the tab; for as long as the component that calls this lives. */
export function markTab(): void {
  $effect(() => {
    if (WITHOUT_SERVER) return;
    const look = () => void waiting.look();
    const timer = window.setInterval(look, EVERY);
    const first = window.setTimeout(look, EVERY / 20);
    window.addEventListener('focus', look);
    return () => {
      window.clearInterval(timer);
      window.clearTimeout(first);
      window.removeEventListener('focus', look);
    };
  });

  $effect(() => {
    const many = waiting.others.length;
    markTitle(many);
    const titles = new MutationObserver(() => markTitle(many));
    titles.observe(document.head, { childList: true, subtree: true, characterData: true });
    if (!many && navigator.clearAppBadge) void navigator.clearAppBadge().catch(() => {});
    return () => titles.disconnect();
  });

  $effect(() => {
    const [many, here] = [waiting.others.length, waiting.here];
    let late = false;
    const show = (icon: string) => {
      if (!late) document.querySelector('link[rel=icon]')?.setAttribute('href', icon);
    };
    if (many) void numbered(many).then(show);
    else show(here ? BADGED : ICON);
    return () => (late = true);
  });
}

/** Whatever page has set the title, the number stands before it. */
function markTitle(many: number): void {
  const bare = document.title.replace(/^\(\d+\) /, '');
  const wanted = many ? `(${many}) ${bare}` : bare;
  if (document.title !== wanted) document.title = wanted;
}

/** The icon with a number, as an address. */
async function numbered(many: number): Promise<string> {
  const drawing = await (await fetch(ICON)).text();
  const number = `<text x="22" y="14.500" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="13" fill="#1c1a17">${Math.min(many, 9)}</text>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing.replace('</svg>', `${BADGE}${number}</svg>`))}`;
}
