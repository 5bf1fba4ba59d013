/** The last turn of each player at a glance: with what, where, and what it brought them. */
import type { Entry, GameEvent } from '../../api/types';
import { t, word } from '../../strings/index.svelte';
import { entriesThatHold, sectionsOf, type LogSection } from './sections';
import { sideSaid, type Listener } from './section_words';
import { changesOf, pictureOf, type Change } from './since_last_turn';
import { tellBriefly } from './turn_words';
import { inPieces } from './emphasis';

export interface LastTurn {
  ply: number;
  picture: string;
  where: string;
  /** Whether picture and gain say it all, where there is no room for more. */
  plain: boolean;
  gains: Change[];
  /** The whole turn in a sentence. */
  words: string;
}

/** The last turn of each seat that has had one. */
export function lastTurns(entries: readonly Entry[], listener: Listener): Map<string, LastTurn> {
  const turns = new Map<string, LastTurn>();
  for (const turn of sectionsOf(entriesThatHold(entries))) {
    const { kind, seat, events } = turn;
    if (kind === 'turn' && seat !== null && events.length > 0)
      turns.set(seat, describeTurn(turn, seat, listener));
  }
  return turns;
}

function describeTurn(turn: LogSection, seat: string, listener: Listener): LastTurn {
  const own = turn.events.filter((event) => event.seat === seat);
  const craft = turn.events.find(({ what }) => what === 'recruited')?.detail;
  return {
    ply: turn.ply,
    picture: pictureOf(turn),
    where: whereOf(turn.events, seat),
    plain: craft === 'peasant' || craft === 'merchant',
    gains: changesOf(own)
      .filter(({ amount }) => amount > 0)
      .slice(0, 2),
    words: inPieces(tellBriefly(turn, listener))
      .map(({ text }) => text)
      .join(''),
  };
}

/** The name of the place where a turn was seen, or else of what was done. */
function whereOf(events: readonly GameEvent[], seat: string): string {
  const eventOf = (kind: string) => events.find(({ what, seat: whose }) => what === kind && whose === seat);
  const [passed, journey, row, temple, canal] = [
    eventOf('passed'),
    eventOf('caravan'),
    eventOf('cube in row'),
    eventOf('cube in temple'),
    eventOf('canal'),
  ];
  if (passed) return t('since.passed');
  if (journey) return journey.detail ?? '';
  if (row) return word('row', row.detail);
  if (temple) return word('temple', temple.detail);
  if (canal) return sideSaid(canal.detail ?? '');
  const craft = eventOf('recruited')?.detail;
  return craft ? word('craft', craft) : t('since.noble');
}
