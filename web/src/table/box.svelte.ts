/** What is printed on the cards and boards: as the server's box says, and as our own box says until it has answered. */
import { body, http } from '../api/http';
import type { CourtType } from '../api/types';

/** What a Court card is worth. */
export interface Worth {
  talents: number;
  prestige: number;
  spaces: number;
  keep: number;
  quality: number;
}

export interface Box {
  /** The cards of each type, by level from 1. */
  court: Record<CourtType, Worth[]>;
  /** The prestige of the first and the second in Marduk's temple. */
  marduk: number[];
  engineer: number;
  noble: { talents: number; steps: number };
  courtier: { steps: number };
  minor: { steps: number; talents: number };
}

const NOTHING: Worth = { talents: 0, prestige: 0, spaces: 0, keep: 0, quality: 0 };

const OURS: Box = {
  court: {
    banker: [{ talents: 1 }, { talents: 2 }, { talents: 2, prestige: 2 }].map(worth),
    caravaneer: [
      { spaces: 2, keep: 2 },
      { spaces: 4, keep: 4 },
    ].map(worth),
    palace: [2, 3, 4, 5, 7, 10].map((prestige) => worth({ prestige })),
    gardener: [worth({ quality: 1 })],
  },
  marduk: [2, 1],
  engineer: 2,
  noble: { talents: 2, steps: 2 },
  courtier: { steps: 2 },
  minor: { steps: 1, talents: 1 },
};

function worth(part: Partial<Worth>): Worth {
  return { ...NOTHING, ...part };
}

let opened = $state.raw<Box>(OURS);
let asked = false;

/** The box of the table. */
export function box(): Box {
  return opened;
}

/** Ask the server what is in its box, once: when somebody sits down at a table. */
export async function openBox(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    opened = readBox(await body(http.GET('/api/v1/box')));
  } catch {
    // Our own box is a good guess; the next table asks again.
    asked = false;
  }
}

interface SaidCard extends Worth {
  type: CourtType;
  level: number;
}

/** The facts we show, out of all that the server says. */
function readBox(said: Record<string, unknown>): Box {
  const cards = said['court'] as SaidCard[];
  const of = (type: CourtType): Worth[] =>
    cards.filter((card) => card.type === type && card.level > 0).sort((a, b) => a.level - b.level);
  const palace = said['palace'] as Pick<Box, 'noble' | 'courtier' | 'minor'>;
  return {
    court: {
      banker: of('banker'),
      caravaneer: of('caravaneer'),
      palace: of('palace'),
      gardener: of('gardener'),
    },
    marduk: (said['marduk'] as { prestige: number[] }).prestige,
    engineer: (said['engineer'] as { prestige: number }).prestige,
    noble: palace.noble,
    courtier: palace.courtier,
    minor: palace.minor,
  };
}
