/** Where on the screen the things are that a lesson speaks of. */

/** Where a place is answered: goods are tapped where they are offered, if they are; else it is the place itself. */
export function answerAt(place: string): HTMLElement | SVGElement | null {
  return document.querySelector<HTMLElement>(`[data-answer="${CSS.escape(place)}"]`) ?? elementAt(place);
}

/** The element of a place of the table, of a part of it (`part:garden`), or of the button that confirms. */
export function elementAt(place: string): HTMLElement | SVGElement | null {
  const elements = document.querySelectorAll<HTMLElement | SVGElement>(selectorOf(place));
  return [...elements].find((element) => element.getBoundingClientRect().width > 0) ?? null;
}

function selectorOf(place: string): string {
  if (place === 'confirm') return '[data-lesson="confirm"], header .button.main';
  if (place === 'next') return '[data-lesson="next"]';
  if (place.startsWith('part:')) return `[data-part="${place.slice('part:'.length)}"]`;
  return `[data-place="${CSS.escape(place)}"]`;
}
