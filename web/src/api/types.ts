/** The shapes the server speaks in, by short names; `schema.ts` is made from its OpenAPI text. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type Game = Schemas['GameModel'];
export type View = Schemas['View'];
export type SeatView = Schemas['SeatView'];
export type City = Schemas['City'];
export type Square = Schemas['Square'];
export type Side = Schemas['Side'];
export type CraftGroup = Schemas['CraftGroup'];
export type Entry = Schemas['EntryModel'];
export type RecordOfSeveral = Schemas['RecordOfSeveral'];
export type GameEvent = Schemas['EventModel'];
/** An entry as it is told while the game is played, with what it changes in the view. */
export type EntryUpdate = Schemas['EntryUpdate'];
export type Update = Schemas['Update'];
export type LiveMessage = Schemas['LiveMessage'];
export type Tried = Schemas['Tried'];
export type TurnAhead = Schemas['TurnAhead'];
export type Outlook = Schemas['Outlook'];
export type Prospect = Schemas['Prospect'];
export type GardenChange = Schemas['GardenChange'];
export type Refusal = Schemas['Refusal'];
/** An analysis, from waiting to done or failed; its result is in the field named like its kind. */
export type AnalysisJob = ReviewJob | EvaluationJob | MoveCostJob;
export type ReviewJob = Schemas['ReviewJob'];
export type EvaluationJob = Schemas['EvaluationJob'];
export type MoveCostJob = Schemas['MoveCostJob'];
export type Review = Required<Schemas['Review']>;
export type Evaluation = Schemas['Evaluation'];
export type ReviewedMove = Schemas['ReviewedMove'];
export type MoveCost = Schemas['MoveCost'];
export type Loss = Schemas['Loss'];
/** Why one move is better than another. */
export type Reason = Schemas['Reason'];
export type Summary = Schemas['Summary'];
export type SeatFacts = Schemas['SeatModel'];
export type NewGame = Schemas['NewGameRequest'];
/** What is printed on boards and cards, and how many there are; each fact with how sure it is. */
export type Box = Schemas['BoxModel'];
export type CourtCard = Schemas['BoxCourtCard'];
/** How sure a fact of the box is. */
export type Sure = Schemas['Mark'];
export type Said = Schemas['SaidModel'];
export type TalkModel = Schemas['TalkModel'];
export type TalkMessage = Schemas['TalkMessage'];
export type AlertSettings = Schemas['AlertSettings'];
export type Webhook = Schemas['WebhookModel'];
export type Problem = Schemas['Problem'];
/** One thing that is wrong with a position, with what is known of it. */
export type Fault = Pick<Schemas['FaultModel'], 'key'> & Partial<Schemas['FaultModel']>;

/** The clocks of a table as they were when it was said. */
export type Clock = Schemas['ClockModel'];

/** What stands at a table that nobody left and that has no clocks. */
export const UNDISTURBED: Pick<Game, 'ending' | 'proposal' | 'paused' | 'clock' | 'plan'> = {
  ending: { out: {}, ended: false, winners: [] },
  proposal: null,
  paused: false,
  clock: null,
  plan: null,
};

export type Seat = SeatView['seat'];
export type Cube = Seat | 'N';
export type Good = keyof Schemas['Goods'];
export type Craft = CraftGroup['face_up'][number];
export type CourtType = City['offers'][number];
export type Temple = keyof Schemas['Temples'];
export type Row = keyof Schemas['Fields'];
export type Bonus = keyof Schemas['Bonuses'];

export const GOODS: readonly Good[] = ['barley', 'dates', 'salt', 'palm', 'wine'];
export const CRAFTS: readonly Craft[] = ['peasant', 'priest', 'engineer', 'merchant', 'courtier'];
const COURT_TYPES: readonly CourtType[] = ['palace', 'banker', 'caravaneer', 'gardener'];
export const TEMPLES: readonly Temple[] = ['ishtar', 'marduk', 'tammouz'];
export const ROWS: readonly Row[] = ['top', 'bottom'];
export const BONUSES: readonly Bonus[] = ['first', 'procession', 'craft', 'courtier'];

export const isGood = oneOf(GOODS);
export const isCourtType = oneOf(COURT_TYPES);
export const isTemple = oneOf(TEMPLES);
export const isRow = oneOf(ROWS);
export const isBonus = oneOf(BONUSES);

function oneOf<T extends string>(names: readonly T[]) {
  return (name: string): name is T => names.some((one) => one === name);
}

/** Whose turn a step was; null for a deal. */
export function seatOf(seat: Seat | '$' | null | undefined): Seat | null {
  return seat && seat !== '$' ? seat : null;
}

/** The good that a letter of the notation means. */
export function goodOf(letter: string): Good {
  const good = GOODS.find((name) => name[0] === letter);
  if (!good) throw new Error(`no good is written ${letter}`);
  return good;
}
