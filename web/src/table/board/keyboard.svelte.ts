/**
 * The table by keyboard: each region is one stop of the Tab key, and the arrows go on to the nearest place inside it.
 * Whoever plays by keyboard is led along: to what may be chosen next, and to the button that confirms.
 */
import { tick } from 'svelte';
import type { Room } from '../room/room.svelte';

const REGION = 'section[aria-label]';
const USABLE = '[data-place].legal, [data-place].refused';
const NEXT = '[data-token].legal, [data-answer].legal, [data-place].legal';
const ARROWS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Lead the focus for as long as the component that calls this lives. */
export function leadByKeyboard(room: Room, root: () => HTMLElement | null): void {
  let byKeyboard = false;

  $effect(() => {
    const typed = (event: KeyboardEvent) => {
      byKeyboard = true;
      steer(event);
    };
    const pointed = () => (byKeyboard = false);
    const moved = () => arrangeStops(root());
    document.addEventListener('keydown', typed);
    document.addEventListener('pointerdown', pointed);
    document.addEventListener('focusin', moved);
    return () => {
      document.removeEventListener('keydown', typed);
      document.removeEventListener('pointerdown', pointed);
      document.removeEventListener('focusin', moved);
    };
  });

  $effect(() => {
    const { complete, legal, choices, prospects } = room;
    void [choices, prospects];
    void tick().then(() => {
      const table = root();
      if (!table) return;
      arrangeStops(table);
      if (byKeyboard && (complete || legal.length)) leadOn(table, complete);
    });
  });
}

/** Focus the button that confirms, or the first thing that may be chosen, unless something like it has the focus. */
function leadOn(table: HTMLElement, complete: boolean): void {
  const here = document.activeElement;
  const atWork =
    here === document.body || here?.closest('[data-place], [data-token], [data-answer], [data-confirm]');
  if (!atWork || (!complete && here?.matches('.legal'))) return;
  const wanted = complete ? '[data-confirm]' : NEXT;
  const element = [...document.querySelectorAll<HTMLElement>(wanted)].find((one) => one.checkVisibility());
  (element ?? table).focus();
}

/** The place of each region that had the focus last. */
const visited = new WeakMap<Element, Element>();

/** In each region only one place is reached by Tab: the focused one, else the last visited or first that is legal. */
function arrangeStops(table: HTMLElement | null): void {
  for (const region of table?.querySelectorAll(REGION) ?? []) {
    const places = placesIn(region);
    const legal = places.filter((place) => place.classList.contains('legal'));
    const here = places.find((place) => place === document.activeElement);
    if (here) visited.set(region, here);
    const stop = here ?? legal.find((place) => place === visited.get(region)) ?? legal[0] ?? places[0];
    for (const place of places) place.setAttribute('tabindex', place === stop ? '0' : '-1');
  }
}

/** The places of a region, without those of a region inside it. */
function placesIn(region: Element | null): Element[] {
  return [...(region?.querySelectorAll(USABLE) ?? [])].filter((place) => place.closest(REGION) === region);
}

/** An arrow key goes from a place to the nearest one in its direction. */
function steer(event: KeyboardEvent): void {
  const direction = ARROWS[event.key];
  const here = document.activeElement;
  if (!direction || event.defaultPrevented || !here?.matches(USABLE)) return;
  const region = here.closest(REGION);
  const others = placesIn(region).filter((place) => place !== here);
  const next = nearest(here, others, direction);
  if (!next) return;
  event.preventDefault();
  (next as HTMLElement).focus();
}

/** The nearest element in a direction; what lies askew counts as further away. */
function nearest(here: Element, others: readonly Element[], [dx, dy]: [number, number]): Element | null {
  const from = centre(here);
  let best: Element | null = null;
  let least = Infinity;
  for (const other of others) {
    const to = centre(other);
    const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const across = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    if (along <= 1) continue;
    const distance = along + 2.5 * across;
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

function centre(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
