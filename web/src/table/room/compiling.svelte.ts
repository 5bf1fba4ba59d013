/** Why a bot's first move takes long: its server compiles the rules, once after an update. Asked only while one waits. */
import { body, http } from '../../api/http';
import type { Room } from './room.svelte';

/** How long a bot may think before it is asked why, and between two questions; in milliseconds. */
const PATIENCE = 1500;

/** Watch over a room for as long as the component that calls this lives. */
export function watchCompiling(room: Room): void {
  const waits = $derived.by(() => {
    const { game, upToDate } = room;
    const bot = game?.seats.find(({ seat, kind }) => seat === game.decider && kind === 'bot');
    return bot && upToDate && !game?.over ? `${game?.ply}` : null;
  });

  $effect(() => {
    if (waits === null) return;
    let timer = window.setTimeout(ask, PATIENCE);

    async function ask(): Promise<void> {
      const answer = await body(http.GET('/api/v1/bots')).catch(() => null);
      if (!timer) return;
      room.compiling = answer?.compiling ?? null;
      timer = window.setTimeout(ask, PATIENCE);
    }

    return () => {
      window.clearTimeout(timer);
      timer = 0;
      room.compiling = null;
    };
  });
}
