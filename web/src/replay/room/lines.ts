/** A game that is shown again, in words. */
import type { Entry } from '../../api/types';
import { tellEntries, type LogContext, type LogLine } from '../../table/log/log';
import type { ReplayRoom } from './replay_room.svelte';

/** To whom a replay is told: to nobody who plays, so that everyone is called by name. */
export function listenerOf(room: ReplayRoom): LogContext {
  const end = room.viewAt(room.last);
  return { name: (seat) => room.name(seat), you: null, first: end.first_player, winners: end.winners };
}

/** The line that tells of the last move shown; null at the start. */
export function tellingOf(entries: readonly Entry[], ply: number, context: LogContext): LogLine | null {
  const known = entries.slice(0, ply);
  const before = known.findLastIndex(({ kind }) => kind === 'deal');
  return tellEntries(known.slice(Math.max(0, before)), context).at(-1) ?? null;
}

/** The line of the whole log at which a replay stands. */
export function lineAt(lines: readonly LogLine[], ply: number): LogLine | null {
  return lines.findLast((line) => line.ply <= ply) ?? null;
}
