/** What the pieces are called that can be picked up. */
import { t, word } from '../../../strings/index.svelte';
import { worth } from '../../../table/garden/worth';
import type { Tool } from './tools';

export function toolName(tool: Tool): string {
  if (tool.kind === 'cube') return t('setup.cube', { name: word('colour', tool.cube) });
  if (tool.kind === 'garden') return t('setup.garden', { name: word('colour', tool.seat) });
  if (tool.kind === 'tile') return t('setup.tile', { worth: worth(tool.tile) });
  return t(`setup.${tool.kind}`);
}

/** What a click does with the piece. */
export function toolHint(tool: Tool): string {
  if (tool.kind === 'cube') return t('setup.cubes.hint');
  return t(tool.kind === 'garden' ? 'setup.gardens.hint' : `setup.${tool.kind}.hint`);
}
