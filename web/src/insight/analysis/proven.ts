/** A proof in words: who wins, and with how much. */
import type { Evaluation, Seat } from '../../api/types';
import { listed, t, word } from '../../strings/index.svelte';

export function provenWords(proof: NonNullable<Evaluation['proven']>): string {
  const may = Object.entries(proof.most).filter(([, most]) => most > 0);
  const open = may.some(([seat, most]) => most > (proof.least[seat as Seat] ?? 0));
  const who = listed(
    may.map(([seat]) => word('colour', seat)),
    open ? 'disjunction' : 'conjunction',
  );
  const score = Object.values(proof.prestige ?? {})
    .sort((one, two) => two - one)
    .join(' : ');
  return t(open ? 'analysis.proven.open' : 'analysis.proven', { who, n: may.length, score });
}
