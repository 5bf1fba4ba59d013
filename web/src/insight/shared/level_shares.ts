/** Win shares at the level of the players: strong play's shares, raised to a power and made to add up to 1 again. */
import { preferences } from '../../preferences.svelte';

type Shares = Readonly<Record<string, number>>;

/** The level that a person wants to see; empty for strong play, and where too little is known of the level. */
export function shownLevel(powers: Readonly<Record<string, unknown>> | undefined): string {
  return powers?.[preferences.sharesOf] ? preferences.sharesOf : '';
}

/** Shares at a level by its power; those of strong play where there is none. */
export function atLevel(shares: Shares, power: number | null | undefined): Record<string, number> {
  if (!power) return { ...shares };
  const raised = Object.entries(shares).map(([seat, share]) => [seat, Math.max(0, share) ** power] as const);
  const sum = raised.reduce((all, [, share]) => all + share, 0);
  return Object.fromEntries(raised.map(([seat, share]) => [seat, share / sum]));
}
