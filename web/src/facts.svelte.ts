/** What is printed on the components, as the server's box has it; fetched once. */
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
  court: CourtCard[];
  favour: { tiles: Record<string, unknown>; prestige: number[] };
  [part: string]: unknown;
}

let box = $state.raw<Box | null>(null);
let asked: Promise<void> | null = null;

/** The box, once it has come. */
export function theBox(): Box | null {
  asked ??= body(http.GET('/api/v1/box')).then(
    (found) => void (box = found as unknown as Box),
    () => void (asked = null),
  );
  return box;
}

/** A Court card by its type and level; null while the box is on its way. */
export function courtCard(type: CourtType, level: number): CourtCard | null {
  return theBox()?.court.find((card) => card.type === type && card.level === level) ?? null;
}
