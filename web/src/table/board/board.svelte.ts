/**
 * What the pieces of the table share: a place has a name, and a board knows for each place how it looks and what a
 * click on it does. The components draw the view and know no rules; they only say which element is which place.
 *
 * Places: `craft:1/peasant` `pass` `noble` `city:Uruk` `row:top` `temple:ishtar` `side:a1-b1` `square:c3`
 * `court:banker/2` (a card by its level) `good:W/barley` (in a player's panel) `panel:W` `bonus:first`; and for what
 * only flies, glints or is explained there: `held:W/banker` `talents:W` `camels:W` `prestige:W` `cubes:W`
 * `space:top/3` `track:W` `first:W` `limit:W` `favour:W` `left`.
 */
import type { Attachment } from 'svelte/attachments';
import type { Foresight } from './foresight';

export type Place = string;

/**
 * `legal` may be clicked; `chosen` was clicked in this turn; `dim` is another choice of a step; `instead` begins the turn
 * anew; `refused` says why.
 */
export type Mark = 'legal' | 'chosen' | 'refused' | 'dim' | 'instead' | 'none';

export interface Board {
  mark(place: Place): Mark;
  /** Changed since the viewer's last decision. */
  fresh(place: Place): boolean;
  /** Changed by moves that are only tried. */
  tried(place: Place): boolean;
  /** What the tooltip adds to the content of a place, in one sentence for screen readers; null for nothing. */
  label(place: Place): string | null;
  choose(place: Place): void;
  /** What the place that is looked at would bring; null for nothing. */
  foresee(): Foresight | null;
  /** The places that a line of the log points at. */
  pointed(): readonly Place[];
  /** The places where somebody else acts right now. */
  acted(): readonly Place[];
  /** Show the tooltip of a place beside its element, at once or after resting on it; hide it with null. */
  explain(place: Place | null, element: Element | null, atOnce: boolean): void;
}

/** A board on which nothing can be done: for illustrations and tests. `marks` names places to make stand out. */
export function stillBoard(marks: readonly Place[] = []): Board {
  return {
    mark: () => 'none',
    fresh: (place) => marks.includes(place),
    tried: () => false,
    label: () => null,
    choose: () => {},
    foresee: () => null,
    pointed: () => [],
    acted: () => [],
    explain: () => {},
  };
}

/**
 * Make an element a place: it gets `data-place`, the classes of its state (`legal`, `chosen`, `dim`, `instead`, `refused`,
 * `fresh`, `tried`, `leads`), its description, and answers to click, hover, focus, Enter and long press.
 */
export function at(board: Board, place: Place): Attachment<Element> {
  return (node) => {
    const element = node as HTMLElement | SVGElement;
    element.setAttribute('data-place', place);
    const button = element instanceof HTMLButtonElement;

    // A state that stays what it was leaves alone what the keyboard's way through the table has arranged.
    const mark = $derived(board.mark(place));
    const usable = $derived(mark === 'legal' || mark === 'instead' || mark === 'refused');

    $effect(() => {
      for (const name of ['legal', 'chosen', 'dim', 'instead', 'refused'] as const)
        element.classList.toggle(name, mark === name);
      if (!button) {
        toggle(element, 'role', usable, 'button');
        // Chromium gives the focus to whatever listens for it in SVG, unless it is told not to.
        toggle(element, 'tabindex', usable || element instanceof SVGElement, usable ? '0' : '-1');
      } else if (mark === 'none') element.setAttribute('tabindex', '-1');
      else element.removeAttribute('tabindex');
      const clickable = mark === 'legal' || mark === 'instead';
      toggle(element, 'aria-disabled', !clickable && (button || usable), 'true');
      toggle(element, 'aria-pressed', button && mark === 'chosen', 'true');
    });

    $effect(() => {
      element.classList.toggle('fresh', board.fresh(place));
      element.classList.toggle('tried', board.tried(place));
      element.classList.toggle('leads', board.foresee()?.leads.has(place) ?? false);
      // The name of a place is its content; only what can be chosen has more to say.
      const label = button || usable ? board.label(place) : null;
      toggle(element, 'aria-description', label !== null, label ?? '');
    });

    const listeners: [string, (event: Event) => void][] = [
      [
        'click',
        (event) => {
          event.stopPropagation();
          board.choose(place);
        },
      ],
      ['mouseenter', () => board.explain(place, element, false)],
      ['mouseleave', () => board.explain(null, null, true)],
      ['focus', () => element.matches(':focus-visible') && board.explain(place, element, true)],
      ['blur', () => board.explain(null, null, true)],
      [
        'keydown',
        (event) => {
          const { key } = event as KeyboardEvent;
          if (button || (key !== 'Enter' && key !== ' ')) return;
          event.preventDefault();
          board.choose(place);
        },
      ],
      ['contextmenu', (event) => pressedLong(event, () => board.explain(place, element, true))],
    ];
    for (const [kind, listener] of listeners) element.addEventListener(kind, listener);
    return () => {
      for (const [kind, listener] of listeners) element.removeEventListener(kind, listener);
    };
  };
}

function toggle(element: Element, name: string, on: boolean, value: string): void {
  if (on) element.setAttribute(name, value);
  else element.removeAttribute(name);
}

/** A long press on a touch screen arrives as a context menu. */
function pressedLong(event: Event, explain: () => void): void {
  if ((event as PointerEvent).pointerType !== 'touch') return;
  event.preventDefault();
  event.stopPropagation();
  explain();
}
