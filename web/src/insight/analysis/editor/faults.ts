/** What is impossible in a position, in the language of the page. */
import type { Fault } from '../../../api/types';
import { has, listed, t, word } from '../../../strings/index.svelte';

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
    found: fault.found ?? 0,
    expected: fault.expected ?? 0,
  });
}
