/** What events bring, as short lines with pictures: "+2 prestige", "Banker 1". */
import type { GameEvent, Seat } from '../../api/types';
import { t, word } from '../../strings/index.svelte';

export interface Line {
  icons: string[];
  text: string;
}

/** The lines for the events of one move, as `me` sees them. */
export function gainsOf(
  events: readonly GameEvent[],
  me: Seat | null,
  name: (seat: string) => string,
): Line[] {
  const lines: Line[] = [];
  let grey = 0;
  for (const event of events) {
    if (event.what === 'canal' && event.seat === 'N') grey += 1;
    else {
      const line = gain(event, me, name);
      if (line) lines.push(line);
    }
  }
  if (grey) lines.push({ icons: ['cube-N'], text: t('gain.greyCanal', { n: grey }) });
  return lines;
}

function gain(event: GameEvent, me: Seat | null, name: (seat: string) => string): Line | null {
  const { what, amount, seat } = event;
  const detail = event.detail ?? '';
  const mine = seat === me;
  const sign = amount > 0 ? '+' : '−';
  const n = Math.abs(amount);
  switch (what) {
    case 'prestige':
      return {
        icons: ['star'],
        text: mine ? `+${t('gain.prestige', { n })}` : t('gain.prestigeFor', { n, name: name(seat ?? '') }),
      };
    case 'talents':
      return mine ? { icons: ['talent'], text: sign + t('count.talents', { n }) } : null;
    case 'camels':
      return mine ? { icons: ['camel'], text: sign + t('count.camels', { n }) } : null;
    case 'good':
      return mine
        ? { icons: [detail], text: t('event.good', { sign, n, good: word('good', detail) }) }
        : null;
    case 'court card': {
      if (detail !== 'gardener')
        return {
          icons: [detail],
          text: t('tip.card', { name: word('court', detail), level: n }),
        };
      return amount > 0
        ? { icons: ['gardener'], text: `+${t('count.gardeners', { n })}` }
        : { icons: ['gardener'], text: t('gain.gardenersUsed', { n }) };
    }
    case 'canal':
      return { icons: [`cube-${seat}`], text: t('gain.canal', { side: detail }) };
    case 'tile':
      return { icons: ['tile'], text: t('gain.tile', { square: detail }) };
    case 'cube in row':
      return { icons: [`cube-${seat}`], text: t('gain.cubeInRow', { row: word('row', detail) }) };
    case 'cube in temple':
      return {
        icons: [`cube-${seat}`],
        text: t('gain.cubeInTemple', { temple: word('temple', detail) }),
      };
    case 'row emptied':
      return { icons: [], text: t('gain.rowEmptied') };
    case 'palace track':
      return mine ? { icons: ['palace'], text: t('gain.track', { n: Number(detail) }) } : null;
    default:
      return null;
  }
}
