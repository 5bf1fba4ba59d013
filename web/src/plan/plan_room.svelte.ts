/** The room of a turn that is planned ahead: the table as if it were my turn now, while others play. */
import { withChanges } from '../api/changes';
import { Refused } from '../api/problems';
import { ServerGame } from '../api/server_game';
import type { Game, Seat } from '../api/types';
import { lookInto } from '../facts.svelte';
import { go } from '../router.svelte';
import { t } from '../strings/index.svelte';
import { lineOf, prospectsOf } from '../table/room/line';
import { Room } from '../table/room/room.svelte';

export class PlanRoom extends Room {
  readonly api: ServerGame;
  /** My seat; null until it is known. */
  seat = $state<Seat | null>(null);
  /** Whether a plan of mine waits. */
  planned = $state(false);
  /** A word about what has changed while I planned. */
  said = $state('');
  #stop: (() => void) | null = null;
  #real: Game | null = null;

  constructor(id: string) {
    super(id);
    this.api = new ServerGame(id);
  }

  async enter(): Promise<void> {
    await this.#load();
    if (this.gone || !this.#real) return;
    this.#stop = this.api.watch(
      {
        receive: (news) => {
          if (news.ply !== this.#real?.ply || news.over) void this.#load();
        },
        connected: (now) => (this.connected = now),
        gone: () => (this.gone = true),
      },
      () => this.#real?.ply ?? 0,
    );
  }

  leave(): void {
    this.#stop?.();
  }

  /** Load the game, and lay the table as if it were my turn, with what is planned or was tried here. */
  async #load(): Promise<void> {
    try {
      const game = await this.api.load(0);
      lookInto(game.box);
      const seat = game.seats.find((one) => one.yours && one.kind === 'person')?.seat ?? null;
      if (!seat || game.over || game.decider === seat) return this.toTable();
      const again = this.#real !== null;
      if (again) this.said = t('plan.moved');
      const plan = game.plan?.dropped === null ? game.plan.tokens : [];
      const tokens = again ? this.line.map((step) => step.token) : plan;
      this.#real = game;
      this.seat = seat;
      this.planned = plan.length > 0;
      this.entries = game.entries;
      await this.#lay(seat, tokens);
    } catch (problem) {
      if (problem instanceof Refused && problem.problem.status === 404) this.gone = true;
      else if (problem instanceof Refused && problem.problem.key === 'no_turn_ahead')
        this.trouble = t('plan.noTurn');
      else this.complain(problem);
    }
  }

  async #lay(seat: Seat, tokens: readonly string[]): Promise<void> {
    const game = this.#real!;
    const start = await this.api.tryTurn(seat, game.ply, []);
    const view = withChanges(game.view, start.set);
    this.startProspects = prospectsOf(start.tried.outlook);
    this.game = { ...game, decider: seat, legal: start.legal, view, can_undo: false };
    this.setLine([]);
    if (tokens.length === 0) return;
    try {
      const ahead = await this.api.tryTurn(seat, game.ply, tokens);
      this.setLine(lineOf(ahead.tried, view, []));
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.said = t('plan.gone');
    }
  }

  override async tryMove(token: string): Promise<void> {
    const { base, game, line, seat } = this;
    if (!game || !base || !seat || this.busy) return;
    const tokens = [...line.map((step) => step.token), token];
    await this.attempt(async () => {
      const ahead = await this.api.tryTurn(seat, game.ply, tokens);
      if (this.game === game) this.setLine(lineOf(ahead.tried, base, line));
    }, token);
  }

  /** Leave what was tried as the plan. */
  override async confirm(): Promise<void> {
    if (this.complete) await this.keep(this.line.map((step) => step.token));
  }

  /** Leave a plan, or none, and go back to the table. */
  async keep(tokens: readonly string[]): Promise<void> {
    const { game, seat } = this;
    if (!game || !seat || this.busy) return;
    await this.attempt(async () => {
      await this.api.plan(seat, game.ply, tokens);
      this.toTable();
    }, 'confirm');
  }

  toTable(): void {
    go(`/table/${this.id}`);
  }

  protected override complain(problem: unknown): void {
    super.complain(problem);
    if (problem instanceof Refused && problem.kind === 'stale') void this.#load();
  }
}
