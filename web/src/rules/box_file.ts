/** The box as the server tells it: what is printed and how many there are, each with how sure it is. */
import type { CourtType, Craft, Good, Row, Temple } from '../api/types';

export type Sure = 'certain' | 'likely' | 'reconstructed';

/** What every entry of the box carries: how sure it is, as a whole or part by part, and where it comes from. */
export interface Origin {
  mark: Sure | Record<string, Sure>;
  source: string;
}
/** One number each for 2, 3 and 4 players. */
type Triple = readonly [number, number, number];

/** The box as the server tells it. */
export interface BoxFile {
  goods: Origin & { names: Good[]; each: number; total: number };
  camels: Origin & { count: number; caravans: number };
  talents: Origin & { count: number };
  cubes: Origin & { each: number; total: number };
  cards: Origin & { craft: number; court: number; plant: number };
  fields: (Origin & { row: Row; goods: Good[] })[];
  temples: Origin & { names: Temple[]; spaces: number };
  cities: (Origin & {
    name: string;
    also: string | null;
    kind: 'market' | 'court' | 'plant';
    good: Good | null;
    offers: CourtType[];
  })[];
  market: Origin & { prestige: number[] };
  plants: (Origin & {
    card: string;
    city: string | null;
    faces: { quality: number; good: Good | null }[];
  })[];
  crafts: (Origin & { craft: Craft; cards: Triple })[];
  court: (Origin & {
    type: CourtType;
    level: number;
    cards: Triple;
    talents: number;
    prestige: number;
    spaces: number;
    keep: number;
    goods: number;
    quality: number;
  })[];
  garden: {
    floors: Origin & { squares: number[] };
    river: Origin;
    starred: Origin & { squares: string[] };
    sides: Origin & { double_from_floor: number; sides: number; areas: number };
    tiles: Origin & { total: number; values: number[] };
  };
  tiles: (Origin & {
    quality: number;
    prestige: number;
    palaces: number;
    courts: number;
    gardeners: number;
    goods: number;
    camels: number;
    talents: number;
  })[];
  start: Origin & { talents: number; camels: number };
  engineer: Origin & { prestige: number };
  marduk: Origin & { prestige: number[] };
  favour: Origin & { low: Triple; high: Triple; prestige: number[] };
  end: Origin & { tiles: Triple };
  palace: {
    track: Origin;
    courtier: Origin & { steps: number };
    noble: Origin & { talents: number; steps: number };
    minor: Origin & { steps: number; talents: number };
  };
}
