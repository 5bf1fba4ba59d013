/** Making a game and going to its table: whether that is under way, and what was wrong. */
import { body, http } from '../../api/http';
import { contribute, newSeal } from '../../fair/shares';
import type { NewGame } from '../../api/types';
import { inWords } from '../../page/refusal';
import { go } from '../../router.svelte';

export class NewTable {
  busy = $state(false);
  trouble = $state('');

  /** Make the game that is wanted and go there; `wanted` may be asked for first, and given up with null. */
  async open(wanted: NewGame | (() => Promise<NewGame | null>)): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.trouble = '';
    try {
      const request = typeof wanted === 'function' ? await wanted() : wanted;
      if (!request) return;
      const made = await body(http.POST('/api/v1/games', { body: { ...request, seal: await newSeal() } }));
      await contribute(made.game);
      go(`/table/${made.game.id}`);
    } catch (problem) {
      this.trouble = inWords(problem);
    } finally {
      this.busy = false;
    }
  }
}
