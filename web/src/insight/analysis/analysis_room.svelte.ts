/**
 * The room of the analysis board: any position, in which every seat may be played, and cards are dealt as one likes or
 * as they fall. What was played is a trail, along which one goes back and forth.
 */
import { body, http } from '../../api/http';
import { Refused } from '../../api/problems';
import { seatOf, type GameEvent, type Seat, type View } from '../../api/types';
import { lookInto } from '../../facts.svelte';
import { inWords } from '../../page/refusal';
import { t } from '../../strings/index.svelte';
import { placesOf } from '../../table/board/event_places';
import { lineOf, prospectsOf, type Prospects } from '../../table/room/line';
import { Room } from '../../table/room/room.svelte';
import { gameOf } from '../shared/position_game';
import { faultsInWords } from './editor/faults';

/** A moment of the trail, and the move that led to it. */
interface Moment {
  token: string;
  seat: Seat | null;
  events: GameEvent[];
  view: View;
  decider: Seat | null;
  question: string;
  legal: string[];
  /** The text of the position, and what the moves there would do; null until they are needed. */
  position: string | null;
  prospects: Prospects | null;
}

/** A deal as it falls. */
const DRAWN = 'deal';

export class AnalysisRoom extends Room {
  trail = $state.raw<Moment[]>([]);
  at = $state(0);

  constructor() {
    super('analysis');
  }

  /** Begin with a position; returns what is wrong with it, and then nothing has changed. */
  async begin(text: string): Promise<string> {
    try {
      const start = await body(http.POST('/api/v1/positions', { body: { position: text } }));
      const position = start.position;
      const outlook = await body(http.POST('/api/v1/positions/explore', { body: { position, tokens: [] } }));
      lookInto();
      const { view, legal, question } = start;
      this.trail = [
        {
          ...{ token: '', seat: null, events: [], view, legal, question, position },
          decider: seatOf(start.decider),
          prospects: prospectsOf(outlook.outlook),
        },
      ];
      this.#arrive(0);
      return '';
    } catch (problem) {
      const faults = problem instanceof Refused ? (problem.problem.faults ?? []) : [];
      if (faults.length) return t('setup.fault.said', { said: faultsInWords(faults).join(' ') });
      const unread = problem instanceof Refused && problem.kind === 'malformed';
      return unread ? t('analysis.unreadable') : inWords(problem);
    }
  }

  get now(): Moment | null {
    return this.trail[this.at] ?? null;
  }

  /** The text of the position that is shown; null while it is asked for. */
  get position(): string | null {
    return this.now?.position ?? null;
  }

  get dealing(): boolean {
    return this.now?.question === 'deal';
  }

  override freshPlaces = $derived(new Set((this.now?.events ?? []).flatMap(placesOf)));

  override async tryMove(token: string): Promise<void> {
    await this.play([token]);
  }

  /** Deal cards, as they fall if none are named. */
  async deal(cards = ''): Promise<void> {
    await this.play([cards ? `deal:${cards}` : DRAWN]);
  }

  /** Play moves from what is shown; what came after it in the trail is gone. */
  async play(tokens: readonly string[]): Promise<void> {
    const { now, at } = this;
    if (!now || this.busy || tokens.length === 0) return;
    await this.attempt(async () => {
      const position = await this.#positionAt(at);
      const answer = await body(
        http.POST('/api/v1/positions/explore', { body: { position, tokens: [...tokens] } }),
      );
      if (this.position !== position) return;
      const steps = lineOf({ ...answer, ply: 0 }, now.view, []);
      const moments = steps.map((step, i): Moment => ({
        ...{ token: step.token, events: step.events, view: step.view, legal: step.legal },
        ...{ question: step.question, prospects: step.prospects },
        seat: seatOf(answer.steps[i]?.seat),
        decider: seatOf(step.decider),
        position: i === steps.length - 1 ? answer.position : null,
      }));
      this.trail = [...this.trail.slice(0, at + 1), ...moments];
      this.#arrive(at + moments.length);
    }, tokens[0]);
  }

  /** Show a moment of the trail, at once; what is not known of it yet is asked for. */
  async goTo(at: number): Promise<void> {
    const wanted = Math.max(0, Math.min(at, this.trail.length - 1));
    this.trouble = null;
    this.#arrive(wanted);
    try {
      await this.#positionAt(wanted);
    } catch (problem) {
      this.complain(problem);
    }
  }

  #arrive(at: number): void {
    this.at = at;
    this.setLine([]);
    const { now } = this;
    if (!now) return;
    const { view, decider, legal } = now;
    this.game = gameOf(view, { decider, legal, over: now.question === 'over', mine: () => true });
    this.startProspects = now.prospects;
  }

  /** The text of a moment's position; where a line was played at once, it is asked for now. */
  async #positionAt(at: number): Promise<string> {
    const moment = this.trail[at]!;
    if (moment.position !== null) return moment.position;
    const known = this.trail.findLastIndex((one, i) => i < at && one.position !== null);
    const tokens = this.trail.slice(known + 1, at + 1).map((one) => one.token);
    const answer = await body(
      http.POST('/api/v1/positions/explore', { body: { position: this.trail[known]!.position!, tokens } }),
    );
    const filled = { ...moment, position: answer.position, prospects: prospectsOf(answer.outlook) };
    if (this.trail[at] !== moment) return answer.position;
    this.trail = this.trail.with(at, filled);
    if (this.at === at) this.#arrive(at);
    return answer.position;
  }

  override get canStepBack(): boolean {
    return super.canStepBack || this.at > 0;
  }

  override get stepBackUndoes(): boolean {
    return false;
  }

  override async stepBack(): Promise<void> {
    if (super.canStepBack) await super.stepBack();
    else await this.goTo(this.at - 1);
  }
}
