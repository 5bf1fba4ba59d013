/** The board of a room: places glow, refuse and explain themselves as the room's game says. */
import type { Board, Place } from './board.svelte';
import type { Room } from './room.svelte';

export function roomBoard(room: Room): Board {
  return {
    mark: (place: Place) => {
      if (room.choices.places.has(place)) return 'legal';
      return 'none';
    },
    fresh: (place) => room.freshPlaces.has(place),
    tried: (place) => room.triedPlaces.has(place),
    label: () => null,
    choose: (place) => room.choose(place),
    explain: () => {},
  };
}
