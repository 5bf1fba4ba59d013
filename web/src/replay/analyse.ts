/** From a replay to the analysis board. */
import { go } from '../router.svelte';
import { inWords } from '../page/refusal';
import type { ReplayRoom } from './room/replay_room.svelte';

/** Open the analysis board with the position that a replay shows; what goes wrong is said by the room. */
export async function analyse(room: ReplayRoom): Promise<void> {
  try {
    go(`/analysis?text=${encodeURIComponent(await room.source.position(room.ply))}`);
  } catch (problem) {
    room.trouble = inWords(problem);
  }
}
