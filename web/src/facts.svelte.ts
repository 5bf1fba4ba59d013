/**
 * What is printed on boards and cards: in the server's box, or in the one that the game on the table is played with.
 * Each box is fetched once, when somebody looks.
 */
import { SvelteMap } from 'svelte/reactivity';
import { body, http } from './api/http';
import type { Box, CourtCard, CourtType } from './api/types';
import { at } from './router.svelte';

/** The boxes that are known, by digest; the server's own also without one. */
const boxes = new SvelteMap<string, Box>();
const requested = new Set<string>();
/** The digest of the box that is looked into; empty for the server's own. */
let wanted = $state('');

/** Look into the box of a game, named as games name it (`amyitis 69893bf00ce9`); without a name into the server's own. */
export function lookInto(name = ''): void {
  wanted = name.split(' ').at(-1) ?? '';
}

/** The box that is looked into; null while it is on its way. */
export function theBox(): Box | null {
  const digest = wanted;
  const known = boxes.get(digest);
  if (known) return known;
  if (!requested.has(digest)) {
    requested.add(digest);
    const query = digest ? { digest } : {};
    body(http.GET('/api/v1/box', { params: { query } })).then(
      (fetched) => keepBox(digest, fetched as Box), // the client's types make lists of pairs and triples
      () => requested.delete(digest),
    );
  }
  return null;
}

/** The address of the rules, of a clause or a section ("6.5", "6"), as they read with the box that is looked into. */
export function rulesAddress(number = ''): string {
  const address = number ? `/rules/${number}` : '/rules';
  return at(isForeign() ? `${address}?of=${wanted}` : address);
}

/** The address of what is in the box that is looked into. */
export function boxAddress(): string {
  return at(isForeign() ? `/rules?box&of=${wanted}` : '/rules?box');
}

/** Whether the box that is looked into is known to be another than the server's own. */
function isForeign(): boolean {
  return boxes.get(wanted)?.own === false;
}

/** Use this box as the server's own. */
export function putBox(box: Box): void {
  keepBox('', box);
}

function keepBox(digest: string, box: Box): void {
  boxes.set(digest, box);
  boxes.set(box.digest, box);
}

/** The numbers of the box that sentences repeat, by the name they have there; 0 while the box is on its way. */
export function boxNumbers() {
  const known = theBox();
  const [first = 0, second = 0] = known?.marduk.prestige ?? [];
  return {
    engineer: known?.engineer.prestige ?? 0,
    marduk: first,
    mardukSecond: second,
    courtier: known?.palace.courtier.steps ?? 0,
    noble: known?.palace.noble.steps ?? 0,
    minor: known?.palace.minor.steps ?? 0,
    minorTalents: known?.palace.minor.talents ?? 0,
  };
}

/** The city where goods are sold; empty while the box is on its way. */
export function marketName(): string {
  return theBox()?.cities.find((city) => city.kind === 'market')?.name ?? '';
}

/** The Court cards of a type, from level 1 up. */
export function courtCards(type: CourtType): CourtCard[] {
  const cards = theBox()?.court.filter((card) => card.type === type && card.level > 0) ?? [];
  return cards.sort((a, b) => a.level - b.level);
}

/** A Court card by its type and level; null while the box is on its way. */
export function courtCard(type: CourtType, level: number): CourtCard | null {
  return theBox()?.court.find((card) => card.type === type && card.level === level) ?? null;
}
