/** What many games of mine say together: means over the games, each with a margin of 95 %. */
import { PHASES, type Played, type Phase } from './kept';

export interface Mean {
  mean: number;
  /** Half an interval of 95 %; null with fewer than three games. */
  margin: number | null;
  games: number;
}

export interface Profile {
  /** Points beyond an even share a game, what the deals brought of them, and the rest. */
  result: Mean;
  luck: Mean;
  adjusted: Mean;
  /** Points lost a decision. */
  phases: { phase: Phase; lost: Mean }[];
  players: { players: number; lost: Mean }[];
  /** Points lost a game, the most costly theme first. */
  themes: { theme: string; lost: Mean }[];
}

const FEWEST = 3;
/** Student's t for 95 %: of 3 games, of 4 and so on; of more it is near that of the normal distribution. */
const T_95 = [4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];
const t95 = (games: number) => T_95[games - FEWEST] ?? 1.96 + 2.6 / (games - 1);
/** Less is shown as 0.0: what was lost in a lost game costs prestige, and no points. */
const SHOWN = 0.05;

export function profileOf(games: readonly Played[]): Profile {
  const numbers = [...new Set(games.map((one) => one.players))].sort((one, two) => one - two);
  const themes = [...new Set(games.flatMap((one) => Object.keys(one.themes)))];
  return {
    result: meanOf(games.map((one) => one.result)),
    luck: meanOf(games.map((one) => one.luck)),
    adjusted: meanOf(games.map((one) => one.result - one.luck)),
    phases: PHASES.map((phase) => ({ phase, lost: lostIn(games, [phase]) })),
    players: numbers.map((players) => ({
      ...{
        players,
        lost: lostIn(
          games.filter((one) => one.players === players),
          PHASES,
        ),
      },
    })),
    themes: themes
      .map((theme) => ({ theme, lost: meanOf(games.map((one) => one.themes[theme] ?? 0)) }))
      .filter(({ lost }) => lost.mean >= SHOWN)
      .sort((one, two) => two.lost.mean - one.lost.mean),
  };
}

/** Points lost a decision in these phases, game by game. */
function lostIn(games: readonly Played[], phases: readonly Phase[]): Mean {
  const sums = games.map((one) => ({
    points: phases.reduce((sum, phase) => sum + one.phases[phase].points, 0),
    n: phases.reduce((sum, phase) => sum + one.phases[phase].n, 0),
  }));
  return meanOf(sums.filter(({ n }) => n > 0).map(({ points, n }) => points / n));
}

export function meanOf(values: readonly number[]): Mean {
  const games = values.length;
  const mean = values.reduce((sum, one) => sum + one, 0) / Math.max(1, games);
  if (games < FEWEST) return { mean, margin: null, games };
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (games - 1);
  return { mean, margin: t95(games) * Math.sqrt(variance / games), games };
}
