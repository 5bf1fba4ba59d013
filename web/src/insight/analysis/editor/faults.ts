/** What is impossible in a position, in the language of the page. */
import type { Fault } from '../../../api/types';
import { has, listed, t, word } from '../../../strings/index.svelte';
import { worth } from '../../../table/garden/worth';

export function faultsInWords(faults: readonly Fault[]): string[] {
  return [...new Set(faults.map(inWords))];
}

function inWords(fault: Fault): string {
  const key = `setup.fault.${fault.key}`;
  return t(has(key) ? key : 'setup.fault.other', {
    name: fault.seat ? word('colour', fault.seat) : '',
    card: fault.card ? word('court', fault.card) : '',
    level: fault.level ?? 0,
    places: listed(fault.places ?? []),
    n: fault.places?.length ?? 0,
    tile: fault.tile ? worth(fault.tile) : '',
    city: fault.city ?? '',
    section: fault.section ?? '',
    text: fault.text ?? '',
    task: fault.text ? word('setup.ask', fault.text) : '',
    found: fault.found ?? 0,
    expected: fault.expected ?? 0,
  });
}
