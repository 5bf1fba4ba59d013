/** What a review leaves: the mistakes of a seat of mine, and a line of my profile. */
import type { Review, Seat } from '../../api/types';
import { lossesOf } from '../review/findings';
import type { Player } from '../shared/position_game';
import { keep, kept, PHASES, type Played } from './kept';

/** Keep what a whole review says of a seat of mine; a game that is known already changes nothing. */
export async function learnFrom(
  game: string,
  review: Review,
  seat: Seat,
  players: readonly Player[],
  position: (ply: number) => Promise<string>,
  now: number = Date.now(),
): Promise<void> {
  const id = `${game}-${seat}`;
  const summary = review.summary.find((one) => one.seat === seat);
  if (!summary || !review.complete || kept().games.some((one) => one.id === id)) return;
  const losses = lossesOf(review, seat);
  const mistakes = await Promise.all(
    losses.map(async ({ ply, round, question, played, best, themes }) => ({
      ...{ id: `${game}-${ply}`, position: await position(ply), seat, players },
      ...{ round, question, played, best, themes: themes ?? [], box: 0, due: now },
    })),
  );
  const before = kept(); // another tab may have kept something meanwhile
  if (before.games.some((one) => one.id === id)) return;
  const played = playedBy(id, review, seat, summary, now);
  keep({ games: [...before.games, played], mistakes: [...before.mistakes, ...mistakes] });
}

function playedBy(
  id: string,
  review: Review,
  seat: Seat,
  { result, luck }: { result: number; luck: number },
  at: number,
): Played {
  const last = Math.max(1, ...review.decisions.map((one) => one.round));
  const phases = { early: { points: 0, n: 0 }, middle: { points: 0, n: 0 }, late: { points: 0, n: 0 } };
  for (const one of review.decisions) {
    if (one.seat !== seat || !one.counts) continue;
    const phase = phases[PHASES[Math.min(2, Math.floor((3 * (one.round - 1)) / last))]!];
    phase.points += one.loss.points;
    phase.n += 1;
  }
  const themes: Record<string, number> = {};
  for (const { themes: about = [], loss } of lossesOf(review, seat))
    for (const theme of about) themes[theme] = (themes[theme] ?? 0) + loss.points / about.length;
  return { id, at, players: review.players, result, luck, phases, themes };
}
