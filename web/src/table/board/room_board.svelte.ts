/** The board of a room: places glow, refuse and explain themselves as the room's game says. */
import type { Prospect, Refusal, View } from '../../api/types';
import type { Board, Mark, Place } from './board.svelte';
import { placesOf } from './event_places';
import { foresightOf } from './foresight';
import { placeOf } from '../answers/choices';
import type { Explaining } from '../tooltip/explaining.svelte';
import type { Room } from '../room/room.svelte';
import { t } from '../../strings/index.svelte';
import type { Tip } from '../tooltip/tip';
import { spokenTip, tipOf } from '../tooltip/tips';

export interface RoomBoard extends Board {
  tip(place: Place): Tip | null;
}

export function roomBoard(room: Room, explaining: Explaining): RoomBoard {
  const refused = $derived(refusedIn(room));
  const chosen = $derived(chosenIn(room));
  const pending = $derived(pendingIn(room));

  function mark(place: Place): Mark {
    if (place === pending) return 'chosen';
    if (room.choices.places.has(place)) return 'legal';
    if (chosen.has(place)) return 'chosen';
    if (room.offered.places.has(place)) return 'dim';
    if (room.wouldSwitch(place)) return 'instead';
    return refused.has(place) ? 'refused' : 'none';
  }

  function optionsOf(place: Place): Prospect[] {
    const tokens = room.offered.places.get(place) ?? [];
    return tokens.flatMap((token) => room.prospects.options.get(token) ?? []);
  }

  /** What the place whose tooltip is open would bring; else what the canal that was tried last has brought. */
  const foresight = $derived.by(() => {
    const { view, deciding } = room;
    if (!view || !deciding) return null;
    const options = explaining.place ? optionsOf(explaining.place) : room.lastOption;
    return foresightOf(options, view, deciding);
  });

  function tip(place: Place): Tip | null {
    const { view } = room;
    if (!view) return null;
    const tip = tipOf(place, {
      view,
      me: room.me,
      deciding: room.deciding !== null,
      options: optionsOf(place),
      reason: refused.get(place) ?? null,
      name: (seat) => room.name(seat),
    });
    if (tip && mark(place) === 'instead') tip.aside = t('tip.instead');
    return tip;
  }

  return {
    mark,
    tip,
    fresh: (place) =>
      room.line.length === 0 && (room.freshPlaces.has(place) || room.spotlight.includes(place)),
    tried: (place) => room.triedPlaces.has(place),
    label: (place) => {
      const tipHere = tip(place);
      return tipHere ? spokenTip(tipHere) : null;
    },
    choose: (place) => {
      if (room.offered.places.has(place) || room.wouldSwitch(place)) {
        explaining.close();
        room.choose(place);
      } else if (refused.has(place))
        explaining.pin(place, document.querySelector(`[data-place="${CSS.escape(place)}"]`));
    },
    foresee: () => foresight,
    pointed: () => room.spotlight,
    acted: () => room.acting?.events.flatMap(placesOf) ?? [],
    explain: (place, element, atOnce) => explaining.show(place, element, atOnce),
  };
}

/** The reasons by place, for the moves that are not allowed. */
function refusedIn(room: Room): Map<Place, Refusal> {
  const refusals = new Map<Place, Refusal>();
  const { view, deciding } = room;
  if (!view || !deciding) return refusals;
  for (const [token, reason] of room.prospects.reasons) {
    const place = placeOf(token, view, deciding);
    if (!reason.legal && !room.offered.places.has(place) && !room.wouldSwitch(place))
      refusals.set(place, reason);
  }
  return refusals;
}

/** The places clicked in this turn; each move lies where it lay before it was made. */
function chosenIn(room: Room): Set<Place> {
  const places = new Set<Place>();
  const { base, deciding } = room;
  if (!base || !deciding) return places;
  for (const [i, step] of room.line.entries())
    places.add(placeOf(step.token, room.line[i - 1]?.view ?? base, deciding));
  for (const good of room.picked) places.add(`good:${deciding}/${good}`);
  if (room.opened) places.add(room.opened);
  return places;
}

/** The place of the move that was asked for a moment ago: it looks chosen before the server has answered. */
function pendingIn(room: Room): Place | null {
  const { view, deciding, pending } = room;
  return view && deciding && pending ? placeOf(pending, view, deciding) : null;
}

/** What is said of each city, in a line. */
export function cityLines(view: View, board: RoomBoard): Map<Place, string> {
  return new Map(
    view.cities.map(({ city }) => {
      const rows = board.tip(`city:${city}`)?.rows ?? [];
      return [`city:${city}`, rows.flatMap((row) => row.lines.map((line) => line.text)).join(' · ')];
    }),
  );
}
