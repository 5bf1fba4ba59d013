/** The tooltips of the garden: a canal's side and a square. */
import { isGood, type GardenChange } from '../../api/types';
import { listed, t, word } from '../../strings/index.svelte';
import type { Line } from '../answers/gains';
import { readTile } from '../players/tiles';
import { bare, countsText, effects, plain, type Tip, type TipContext } from './tip';

export function sideTip(side: string, context: TipContext): Tip | null {
  const sideView = context.view.garden.sides[side];
  if (!sideView) return null;
  const lines = [t('tip.side.areas', { filled: sideView.cubes.length, areas: sideView.areas })];
  if (sideView.irrigated) lines.push(t('tip.side.filled'));
  else lines.push(sideView.open ? t('tip.side.open') : t('tip.side.dry'));
  // That a canal is dug need not be said of a canal.
  const options = context.options.map((option) => ({
    ...option,
    events: option.events.filter(({ what }) => what !== 'canal'),
  }));
  const tip = { ...plain(t('tip.side', { side }), [], '8.3'), rows: effects({ ...context, options }, lines) };
  const change = options[0]?.garden;
  if (change) tip.rows.push({ label: '', lines: changeLines(change, context) });
  return tip;
}

/** What a canal would change in the garden: water, the most cubes around a square, canals that open. */
function changeLines({ watered, opened, around }: GardenChange, context: TipContext): Line[] {
  const lines: Line[] = [];
  if (watered.length)
    lines.push({ icons: ['drop'], text: t('tip.side.waters', { squares: listed(watered) }) });
  for (const { square, before, after, leader } of around) {
    const counts = (held: Record<string, number>) => countsText(new Map(Object.entries(held)), context);
    const values = { square, after: counts(after), before: counts(before), any: Object.keys(before).length };
    const lead = leader ? t('tip.side.leads', { name: context.name(leader) }) : t('tip.side.tie');
    lines.push({
      icons: leader ? [`cube-${leader}`] : [],
      text: `${t('tip.side.around', values)} · ${lead}`,
    });
  }
  if (opened.length) lines.push({ icons: ['wave'], text: t('tip.side.opens', { n: opened.length }) });
  return lines;
}

export function squareTip(square: string, context: TipContext): Tip | null {
  const squareView = context.view.garden.squares[square];
  if (!squareView) return null;
  const lines: Line[] = [];
  if (squareView.planted_by)
    lines.push(bare(t('tip.square.planted', { name: context.name(squareView.planted_by) })));
  else if (!squareView.tile) lines.push(bare(t('tip.square.unused')));
  else {
    lines.push(...tileLines(squareView.tile));
    lines.push(bare(t('tip.square.needs', { quality: squareView.quality_needed })));
    lines.push(bare(squareView.irrigated ? t('tip.square.irrigated') : t('tip.square.dry')));
    const held = new Map(Object.entries(squareView.cubes));
    if (held.size) lines.push(bare(t('tip.square.cubes', { counts: countsText(held, context) })));
  }
  const tip = plain(t('tip.square', { square }), [], '8.5');
  tip.aside = t('tip.square.floor', { floor: squareView.floor });
  tip.rows = context.options.length ? effects(context, []) : [{ label: '', lines }];
  return tip;
}

function tileLines(text: string): Line[] {
  const { prestige, bonuses } = readTile(text);
  const lines: Line[] = [{ icons: ['rosette'], text: t('gain.prestige', { n: prestige }) }];
  for (const { kind, count } of bonuses) {
    if (kind === 'camel') lines.push({ icons: ['camel'], text: t('count.camels', { n: count }) });
    else if (kind === 'talent') lines.push({ icons: ['talent'], text: t('count.talents', { n: count }) });
    else if (kind === 'good') lines.push({ icons: ['good'], text: t('good.any') });
    else if (kind === 'court') lines.push({ icons: ['court'], text: t('court.any') });
    else if (isGood(kind)) lines.push({ icons: [kind], text: word('good', kind) });
    else lines.push({ icons: [kind], text: t(`court.${kind}`) });
  }
  return lines;
}
