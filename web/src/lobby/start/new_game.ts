/** What is asked of the server for each kind of new game. */
import type { NewGame, Seat } from '../../api/types';

export const COLOURS: readonly Seat[] = ['W', 'K', 'B', 'R'];
/** The levels whose names and signs the page knows, from the gentlest to the strongest. */
export const LEVELS: readonly string[] = [
  'Water carrier',
  'Apprentice',
  'Scribe',
  'Steward',
  'Astronomer',
  'Architect',
  'Governor',
  'Nebuchadnezzar',
];
export const GENTLEST = 'Water carrier';
export const NO_SWITCHES: NewGame['switches'] = {
  palace: false,
  limited_supply: false,
  full_lap: false,
  unlimited_noble: false,
  open_duel: false,
};
const PLAIN: Omit<NewGame, 'seats'> = {
  switches: NO_SWITCHES,
  public: false,
  keys: false,
  several_seats: false,
  closed: false,
  coach: false,
  first: 'chance',
};

export interface Quick {
  opponents: number;
  level: string;
  colour: Seat;
  first: 'drawn' | 'me' | 'last';
  palace: boolean;
  limited: boolean;
  coach: boolean;
}

/** What bots are called at the table: gods of Babylon, whose names read the same in every language. */
const BOT_NAMES = ['Enlil', 'Inanna', 'Shala', 'Adad', 'Ninsun', 'Nergal', 'Ninlil', 'Shamash'] as const;

/** Bots of a kind, each with a name of its own. */
function botsOf(kinds: readonly string[]): NewGame['seats'] {
  const begin = Math.floor(Math.random() * BOT_NAMES.length);
  return kinds.map((bot, i) => ({ kind: 'bot', bot, name: BOT_NAMES[(begin + i) % BOT_NAMES.length]! }));
}

/** Me against bots: I sit first, they follow clockwise in the colours that are left. */
export function quickGame(wanted: Quick): NewGame {
  const others = COLOURS.filter((colour) => colour !== wanted.colour).slice(0, wanted.opponents);
  const bots = botsOf(others.map(() => wanted.level));
  return {
    ...PLAIN,
    switches: { ...NO_SWITCHES, palace: wanted.palace, limited_supply: wanted.limited },
    seats: [{ kind: 'me' }, ...bots],
    colours: [wanted.colour, ...others].join(''),
    first: wanted.first === 'me' ? 0 : wanted.first === 'last' ? 1 : 'chance',
    coach: wanted.coach,
  };
}

type Clock = NonNullable<NewGame['clock']>;
export type WhenUp = Clock['when_up'];
export const WHEN_UP: readonly WhenUp[] = ['stand_in', 'loss', 'nothing'];
const MINUTE = 60;
const DAY = 24 * 3600;
/** The clocks that are offered, from the quickest on; all times are seconds. */
export const CLOCKS: Readonly<Record<string, Pick<Clock, 'kind' | 'allowance' | 'increment'>>> = {
  quick: { kind: 'live', allowance: 10 * MINUTE, increment: 10 },
  live: { kind: 'live', allowance: 20 * MINUTE, increment: 20 },
  calm: { kind: 'live', allowance: 45 * MINUTE, increment: 30 },
  half: { kind: 'slow', allowance: DAY / 2, increment: 0 },
  day: { kind: 'slow', allowance: DAY, increment: 0 },
  three: { kind: 'slow', allowance: 3 * DAY, increment: 0 },
  week: { kind: 'slow', allowance: 7 * DAY, increment: 0 },
};

function clockOf({ clock, whenUp }: Friends): Clock | null {
  const chosen = CLOCKS[clock];
  return chosen ? { ...chosen, when_up: whenUp } : null;
}

/** Who a seat at a table with friends is for: `me`, `open`, nobody (empty), or a bot by its name. */
type SeatFor = string;

export interface Friends {
  /** A title for lists; empty for none. */
  name: string;
  seats: Record<Seat, SeatFor>;
  palace: boolean;
  limited: boolean;
  lap: boolean;
  nobles: boolean;
  duel: boolean;
  open: boolean;
  /** Whether one person may take more than one of the free seats. */
  several: boolean;
  /** Nobody else watches before the game is over. */
  closed: boolean;
  coach: boolean;
  /** One of `CLOCKS`; empty for none. */
  clock: string;
  whenUp: WhenUp;
}

export function friendsTable(wanted: Friends): NewGame {
  const taken = COLOURS.filter((colour) => wanted.seats[colour] !== '');
  return {
    ...PLAIN,
    switches: {
      palace: wanted.palace,
      limited_supply: wanted.limited,
      full_lap: wanted.lap,
      unlimited_noble: wanted.palace && wanted.nobles,
      open_duel: wanted.duel && taken.length === 2,
    },
    seats: seatsFor(taken.map((colour) => wanted.seats[colour])),
    colours: taken.join(''),
    public: wanted.open,
    several_seats: wanted.several,
    closed: wanted.closed,
    coach: wanted.coach,
    clock: clockOf(wanted),
    name: wanted.name.trim() || null,
  };
}

/** People at one screen, all of them me to the server. */
export function hotSeat(names: readonly string[]): NewGame {
  return {
    ...PLAIN,
    seats: names.map((name) => ({ kind: 'me' as const, name })),
    colours: COLOURS.slice(0, names.length).join(''),
  };
}

function seatsFor(wanted: readonly SeatFor[]): NewGame['seats'] {
  const bots = botsOf(wanted.filter((who) => who !== 'me' && who !== 'open'));
  return wanted.map((who) => (who === 'me' || who === 'open' ? { kind: who } : bots.shift()!));
}
