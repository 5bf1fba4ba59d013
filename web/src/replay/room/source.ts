/** What can be replayed: a game of this server, a record, or a single position. */
import { body, http } from '../../api/http';
import type { NewGame, SeatFacts, View } from '../../api/types';
import type { ReplayFrames } from './replay_views';
import { at } from '../../router.svelte';

/** What a game is made to go on from. */
type Moment = Pick<NewGame, 'from' | 'record' | 'ply' | 'position'>;

export interface Source {
  replay: ReplayFrames;
  seats: SeatFacts[];
  /** The box it is played with, as games name it; empty for the server's own. */
  box: string;
  /** The game it is, on this server; null for records and positions. */
  game: string | null;
  over: boolean;
  /** The address of a ply; null where only its text can be shared. */
  address(ply: number): string | null;
  /** The table at a ply in one line of text. */
  position(ply: number): Promise<string>;
  /** What to ask for to play on from a ply. */
  moment(ply: number): Moment;
}

/** A game of this server, as far as it has gone; raises Refused or Unreachable. */
export async function gameSource(id: string): Promise<Source> {
  const path = { game_id: id };
  const { replay, seats, box, over } = await body(
    http.GET('/api/v1/games/{game_id}/replay', { params: { path } }),
  );
  return {
    ...{ replay, seats, box, over },
    game: id,
    address: (ply) => at(`/replay/${id}?ply=${ply}`),
    position: async (ply) =>
      (await body(http.GET('/api/v1/games/{game_id}/at/{ply}', { params: { path: { ...path, ply } } })))
        .position,
    moment: (ply) => ({ from: { game: id, ply } }),
  };
}

/** A record in its text form; raises Refused with the line that is wrong, or Unreachable. */
export async function recordSource(record: string): Promise<Source> {
  const ask = (whole: boolean, ply: number | null) =>
    body(http.POST('/api/v1/replays', { body: { record, ply, replay: whole } }));
  const { replay, headers, over } = await ask(true, null);
  if (!replay) throw new Error('the server sent no replay');
  return {
    ...{ replay, over },
    seats: named(replay.start, headers['Names'] ?? ''),
    box: headers['Box'] ?? '',
    game: null,
    address: () => null,
    position: async (ply) => (await ask(false, ply)).position,
    moment: (ply) => ({ record, ply }),
  };
}

/** A position in its text form; raises Refused or Unreachable. */
export async function positionSource(text: string): Promise<Source> {
  const answer = await body(http.POST('/api/v1/positions', { body: { position: text } }));
  return {
    replay: { start: answer.view, frames: [] },
    seats: named(answer.view, ''),
    box: '',
    game: null,
    over: answer.over,
    address: () => positionAddress(answer.position),
    position: () => Promise.resolve(answer.position),
    moment: () => ({ position: answer.position }),
  };
}

/** The address of a position's own page. */
export function positionAddress(position: string): string {
  return at(`/position?text=${encodeURIComponent(position)}`);
}

/** The seats by the names of a record's header, "W Amata; K Ninsun"; without one a colour has to do. */
export function named(view: View, header: string): SeatFacts[] {
  const names = new Map(
    header.split(';').map((part) => {
      const [seat = '', ...name] = part.trim().split(' ');
      return [seat, name.join(' ')];
    }),
  );
  return view.seats.map(({ seat }) => ({
    seat,
    name: names.get(seat) ?? '',
    kind: 'person',
    bot: null,
    yours: false,
    returnable: false,
    was_yours: false,
    last_seen: null,
    wish: null,
    votes: 0,
    votes_needed: 1,
  }));
}
