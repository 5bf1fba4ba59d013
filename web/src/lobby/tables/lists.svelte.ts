/** The lists of games, asked for again every ten seconds while the page is looked at. */
import { body, http } from '../../api/http';
import type { Summary } from '../../api/types';
import { inWords } from '../../page/refusal';
import { freeSeats, inOrder } from './game_words';

const EVERY = 10_000;

export class Lists {
  /** Null until the server has answered. */
  mine = $state.raw<Summary[] | null>(null);
  open = $state.raw<Summary[] | null>(null);
  watch = $state.raw<Summary[] | null>(null);
  trouble = $state('');
  now = $state(Date.now());

  /** Keep the lists fresh; returns what ends it. */
  start(): () => void {
    const look = () => {
      if (!document.hidden) void this.refresh();
    };
    look();
    const timer = window.setInterval(look, EVERY);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }

  async refresh(): Promise<void> {
    try {
      const [mine, open, watch] = await Promise.all([list('mine'), list('open'), list('watch')]);
      this.mine = inOrder(mine);
      this.open = open.filter((game) => !isMine(game));
      this.watch = watch.filter((game) => !isMine(game) && freeSeats(game).length === 0);
      this.trouble = '';
      this.now = Date.now();
    } catch (problem) {
      this.trouble = inWords(problem);
    }
  }
}

async function list(which: 'mine' | 'open' | 'watch'): Promise<Summary[]> {
  return (await body(http.GET('/api/v1/games', { params: { query: { which } } }))).games;
}

function isMine(game: Summary): boolean {
  return game.yours || game.seats.some((seat) => seat.yours);
}
