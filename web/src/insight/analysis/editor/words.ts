/** What the pieces are called that can be picked up. */
import { t, word } from '../../../strings/index.svelte';
import type { Tool } from './tools';

export function toolName(tool: Tool): string {
  if (tool.kind === 'cube') return t('setup.cube', { name: word('colour', tool.cube) });
  if (tool.kind === 'garden') return t('setup.garden', { name: word('colour', tool.seat) });
  return t(`setup.${tool.kind}`);
}

/** What a click does with the piece. */
export function toolHint(tool: Tool): string {
  if (tool.kind === 'cube') return t('setup.cubes.hint');
  return t(tool.kind === 'garden' ? 'setup.gardens.hint' : `setup.${tool.kind}.hint`);
}
