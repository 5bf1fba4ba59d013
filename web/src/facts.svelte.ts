/** What is printed on boards and cards, as the server's box has it; fetched once, when somebody looks. */
import { body, http } from './api/http';
import type { CourtType } from './api/types';

export interface CourtCard {
  type: CourtType;
  level: number;
  talents: number;
  prestige: number;
  /** What a Caravaneer adds to a journey, and how many goods its owner keeps. */
  spaces: number;
  keep: number;
  quality: number;
}

export interface Box {
  cities: { name: string; kind: string }[];
  court: CourtCard[];
  /** The prestige of the first and the second in Marduk's temple. */
  marduk: { prestige: number[] };
  engineer: { prestige: number };
  favour: { prestige: number[] };
  palace: {
    noble: { talents: number; steps: number };
    courtier: { steps: number };
    minor: { steps: number; talents: number };
  };
}

let box = $state.raw<Box | null>(null);
let asked = false;

/** The box; null while it is on its way. */
export function theBox(): Box | null {
  if (!asked) {
    asked = true;
    body(http.GET('/api/v1/box')).then(
      (found) => putBox(found as unknown as Box),
      () => (asked = false),
    );
  }
  return box;
}

/** Use this box. */
export function putBox(found: Box): void {
  asked = true;
  box = found;
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
  return courtCards(type).find((card) => card.level === level) ?? null;
}
