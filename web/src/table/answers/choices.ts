/** Where the legal moves of a question lie on the table: places to click, and chips for what has no place of its own. */
import { goodOf, type Good, type Seat, type View } from '../../api/types';
import type { Place } from '../board/board.svelte';

export interface Choices {
  /** The moves that a click on a place can mean; more than one is asked with chips. */
  places: Map<Place, string[]>;
  /** Moves offered as chips, beside `anchor`. */
  chips: string[];
  anchor: Place | null;
  /** Goods that are picked one by one before they make a move: a sale, an exchange. */
  picks: Good[];
}

/** A Craft card and its group: `peasant/2`, or `free:peasant/2` with the bonus. */
const CRAFT_TOKEN = /^(?:free:)?([a-z]+)\/(\d)$/;
const NONE: Choices = { places: new Map(), chips: [], anchor: null, picks: [] };

/** The goods of `sell:dw`, `pay:b`, `swap:sb`. */
export function goodsIn(token: string): Good[] {
  return [...(token.split(':')[1] ?? '')].map(goodOf);
}

/**
 * The choices of the seat that decides.
 * @param picked goods picked so far for a sale or an exchange
 * @param planted the square whose tile asks, if one does
 */
export function choicesOf(
  legal: readonly string[],
  view: View | null,
  picked: readonly Good[],
  planted: string | null,
): Choices {
  const question = view?.question;
  if (!question || question.seat === '$' || legal.length === 0) return NONE;
  const seat = question.seat;
  const caravan = `city:${view.caravan}`;
  switch (question.kind) {
    case 'pay':
      return { ...NONE, chips: [...legal], anchor: caravan };
    case 'take':
      return { ...NONE, chips: [...legal], anchor: planted ? `square:${planted}` : 'court:caravaneer/2' };
    case 'ishtar':
      return { ...NONE, chips: [...legal], anchor: 'temple:ishtar' };
    case 'sell':
      return picking(legal, seat, picked, caravan);
    case 'swap':
      return picking(legal, seat, picked, 'temple:tammouz');
    default:
      return { ...NONE, places: placed(legal, view, seat) };
  }
}

function placed(legal: readonly string[], view: View, seat: Seat): Map<Place, string[]> {
  const places = new Map<Place, string[]>();
  for (const token of legal) {
    const place = placeOf(token, view, seat);
    places.set(place, [...(places.get(place) ?? []), token]);
  }
  return places;
}

/** The place of a move that has one. */
export function placeOf(token: string, view: View, seat: Seat): Place {
  const recruit = CRAFT_TOKEN.exec(token);
  if (recruit) return `craft:${recruit[2]}/${recruit[1]}`;
  const [head = '', rest] = token.split(':');
  switch (head) {
    case 'go':
      return `city:${rest}`;
    case 'dig':
      return `side:${rest}`;
    case 'plant':
      return `square:${rest}`;
    case 'bonus':
      return `bonus:${rest}`;
    case 'drop':
    case 'take':
      return `good:${seat}/${goodOf(rest ?? '')}`;
    case 'top':
    case 'bottom':
      return `row:${head}`;
    case 'ishtar':
    case 'marduk':
    case 'tammouz':
      return `temple:${head}`;
    case 'banker':
    case 'caravaneer':
    case 'palace':
      return `court:${head}/${(view.seats.find((one) => one.seat === seat)?.[head] ?? 0) + 1}`;
    case 'gardener':
      return 'court:gardener/1';
    default:
      return token;
  }
}

/** A sale or an exchange: goods of the own panel are picked until they make a move. */
function picking(legal: readonly string[], seat: Seat, picked: readonly Good[], anchor: Place): Choices {
  const selling = legal.some((token) => token.startsWith('sell:'));
  const more = new Set<Good>();
  const chips: string[] = [];
  for (const token of legal) {
    const goods = goodsIn(token);
    const rest = selling ? without(goods, picked) : startsWith(goods, picked);
    if (rest === null) continue;
    if (selling) {
      if (rest.length === 0) chips.push(token);
      else rest.forEach((good) => more.add(good));
    } else if (picked.length === 0) {
      if (goods[0]) more.add(goods[0]);
      else chips.push(token);
    } else if (goods.length > 0) chips.push(token);
  }
  const places = new Map<Place, string[]>([...more].map((good) => [`good:${seat}/${good}`, []]));
  return { places, chips, anchor, picks: [...more] };
}

/** What is left of `goods` without `taken`; null if they do not hold them all. */
function without(goods: readonly Good[], taken: readonly Good[]): Good[] | null {
  const rest = [...goods];
  for (const good of taken) {
    const place = rest.indexOf(good);
    if (place < 0) return null;
    rest.splice(place, 1);
  }
  return rest;
}

function startsWith(goods: readonly Good[], head: readonly Good[]): Good[] | null {
  return head.every((good, i) => goods[i] === good) ? goods.slice(head.length) : null;
}

/** How many Craft cards may be taken: equal ones of a group lie there each for itself. */
export function craftsIn(legal: readonly string[], view: View): number {
  const places = new Set(legal.flatMap((token) => CRAFT_TOKEN.exec(token)?.slice(1, 3).join('/') ?? []));
  return view.crafts
    .flatMap(({ group, face_up }) => face_up.map((craft) => `${craft}/${group}`))
    .filter((place) => places.has(place)).length;
}
