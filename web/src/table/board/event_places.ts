/** Which places of the table an event changes. */
import type { GameEvent } from '../../api/types';
import type { Place } from './board.svelte';

/** The places that an event changes. */
export function placesOf(event: GameEvent): Place[] {
  const { what, detail, seat, amount } = event;
  switch (what) {
    case 'canal':
      return [`side:${detail}`];
    case 'tile':
      return [`square:${detail}`];
    case 'caravan':
    case 'plant card turned':
      return [`city:${detail}`];
    case 'cube in row':
      return [`space:${detail}/${amount}`];
    case 'cube in temple':
    case 'pushed out of temple':
      return [`temple:${detail}`];
    case 'palace track':
      return [`track:${seat}`];
    case 'palace bonus':
      return [`bonus:${detail}`];
    case 'talents':
    case 'camels':
    case 'prestige':
      return [`${what}:${seat}`];
    case 'good':
      return [`good:${seat}/${detail}`];
    case 'court card':
      return [`held:${seat}/${detail}`];
    case 'passed':
      return ['pass'];
    default:
      return [];
  }
}
