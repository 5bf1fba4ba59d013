/** The garden as a picture, at any moment of a game: the table's own, drawn aside and painted as an image. */
import { flushSync, mount, unmount } from 'svelte';
import type { View } from '../../api/types';
import { stillBoard } from '../../table/board/board.svelte';
import Garden from '../../table/garden/Garden.svelte';
import { PLANS } from '../../table/garden/geometry';

const { w: WIDTH, h: HEIGHT } = PLANS.wide;
/** Frames within which all parts of the garden are laid. */
const PATIENCE = 600;

export class Stills {
  readonly #props: { view: View; board: ReturnType<typeof stillBoard> };
  readonly #aside = document.createElement('div');
  readonly #garden: Record<string, unknown>;
  #looks: Looks | null = null;

  constructor(view: View) {
    this.#props = $state({ view, board: stillBoard() });
    Object.assign(this.#aside.style, {
      ...{ position: 'fixed', left: '-9999px', top: '0', width: `${WIDTH}px`, height: `${HEIGHT}px` },
    });
    this.#aside.inert = true;
    document.body.append(this.#aside);
    this.#garden = mount(Garden, { target: this.#aside, props: this.#props });
  }

  end(): void {
    void unmount(this.#garden);
    this.#aside.remove();
  }

  /** The garden of a view, as an image that can be painted. */
  async of(view: View): Promise<HTMLImageElement> {
    this.#props.view = view;
    flushSync();
    const places = Object.keys(view.garden.sides).length + Object.keys(view.garden.squares).length;
    const svg = this.#aside.querySelector('svg')!;
    for (let i = 0; i < PATIENCE && svg.querySelectorAll('[data-place]').length < places; i++)
      await new Promise(requestAnimationFrame);
    this.#looks ??= new Looks(svg);
    const copy = svg.cloneNode(true) as SVGSVGElement;
    copy.classList.add(...svg.parentElement!.classList); // its rules may name the frame around it
    for (const { name, value } of document.documentElement.attributes)
      if (name !== 'lang') copy.setAttribute(name, value);
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    copy.setAttribute('width', `${WIDTH}`);
    copy.setAttribute('height', `${HEIGHT}`);
    const defs = document.createElementNS('http://www.w3.org/2000/svg', 'defs');
    defs.append(...symbolsIn(copy));
    copy.prepend(defs);
    const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
    style.textContent = this.#looks.of(copy);
    copy.prepend(style);
    const image = new Image();
    const words = new XMLSerializer().serializeToString(copy);
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(words)}`;
    await image.decode();
    return image;
  }
}

/** What a picture looks like by the rules of the page, every colour as it is now; nothing moves. */
class Looks {
  readonly #rules: CSSStyleRule[];
  readonly #root: string;

  constructor(shown: Element) {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const styles = rules.filter((rule): rule is CSSStyleRule => rule instanceof CSSStyleRule);
    this.#rules = styles.filter(({ selectorText }) => !selectorText.includes(':root'));
    const computed = getComputedStyle(shown);
    const names = new Set(
      styles
        .map((rule) => rule.cssText)
        .join()
        .match(/--[\w-]+/g),
    );
    const values = [...names].flatMap((name) => {
      const value = computed.getPropertyValue(name);
      return value ? [`${name}:${value};`] : [];
    });
    this.#root = `svg:root{${values.join('')}} *{animation:none!important;transition:none!important}`;
  }

  /** Only the rules that it needs: reading all of them takes longer than painting. */
  of(picture: Element): string {
    const aside = document.createElement('div');
    aside.append(picture);
    const needed = this.#rules.filter(({ selectorText }) => aside.querySelector(selectorText));
    return needed.map((rule) => rule.cssText).join('\n') + this.#root;
  }
}

/** The pictures that a picture uses, and those that they use. */
function symbolsIn(picture: Element): Element[] {
  const elements = new Map<string, Element>();
  const look = (element: Element) => {
    for (const use of element.querySelectorAll('use')) {
      const id = use.getAttribute('href')?.slice(1) ?? '';
      const symbol = document.getElementById(id);
      if (!symbol || elements.has(id) || picture.querySelector(`#${CSS.escape(id)}`)) continue;
      elements.set(id, symbol.cloneNode(true) as Element);
      look(symbol);
    }
  };
  look(picture);
  return [...elements.values()];
}
