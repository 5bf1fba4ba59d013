/** Which pieces fly when something happens. */
import type { Entry, GameEvent } from '../../api/types';
import type { Place } from './board.svelte';

/** A piece on its way: the name of its picture, and the places it flies between. */
export interface Flight {
  picture: string;
  from: Place;
  to: Place;
}

/** The pieces that fly when an entry of the log happens, in order. */
export function flightsOf(entry: Entry, caravan: string): Flight[] {
  const flights: Flight[] = [];
  let here = caravan;
  for (const event of entry.events) {
    const flight = flightOf(event, here);
    if (flight) flights.push(flight);
    if (event.what === 'caravan' && event.detail) here = event.detail;
  }
  return flights;
}

function flightOf({ what, detail, seat, amount, clause }: GameEvent, here: string): Flight | null {
  const panel = `panel:${seat}`;
  const city = `city:${here}`;
  switch (what) {
    case 'caravan':
      return { picture: 'caravan', from: city, to: `city:${detail}` };
    case 'canal':
      return { picture: `cube-${seat}`, from: `cubes:${seat}`, to: `side:${detail}` };
    case 'cube in row':
      return { picture: `cube-${seat}`, from: `cubes:${seat}`, to: `space:${detail}/${amount}` };
    case 'cube in temple':
      return { picture: `cube-${seat}`, from: `cubes:${seat}`, to: `temple:${detail}` };
    case 'passed':
      return { picture: `cube-${seat}`, from: `cubes:${seat}`, to: 'pass' };
    case 'tile':
      return { picture: 'tile', from: `square:${detail}`, to: panel };
    case 'court card':
      return amount > 0
        ? { picture: detail ?? 'court', from: `court:${detail}/${amount}`, to: panel }
        : { picture: 'gardener', from: panel, to: 'court:gardener/1' };
    case 'good': {
      const source = goodSource(clause, city);
      const own = `good:${seat}/${detail}`;
      return amount > 0
        ? { picture: detail ?? 'good', from: source, to: own }
        : { picture: detail ?? 'good', from: own, to: source };
    }
    default:
      return null;
  }
}

/** Where a good comes from or goes to, by the clause that moved it. */
function goodSource(clause: string, city: Place): Place {
  if (clause.startsWith('6.')) return 'row:top';
  if (clause === '10.5') return 'temple:tammouz';
  if (clause === '9.3') return 'court:caravaneer/2';
  return city;
}
