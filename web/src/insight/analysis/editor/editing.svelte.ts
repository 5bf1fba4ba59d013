/** A position that is being set up: its parts, the piece in the hand, and what the server says of it. */
import { untrack } from 'svelte';
import { body, http } from '../../../api/http';
import { Refused } from '../../../api/problems';
import type { View } from '../../../api/types';
import { inWords } from '../../../page/refusal';
import type { Board, Place } from '../../../table/board/board.svelte';
import { stillBoard } from '../../../table/board/board.svelte';
import type { RoomBoard } from '../../../table/board/room_board.svelte';
import { faultsInWords } from './faults';
import { partsOf, textOf, type Edited } from './sections';
import { shown } from './shown';
import { lay, reaches, type Tool } from './tools';

/** Somebody who clicks on and on is not asked about in between, in milliseconds. */
const PAUSE = 150;

export class Editing {
  edited: Edited;
  tool: Tool;
  /** What is impossible, in words; empty for a position that can be. */
  faults = $state.raw<string[]>([]);
  /** The text as it was found to be sound; null until the server has said so. */
  sound = $state<string | null>(null);
  /** The last view of a position that can be. */
  #view: View;
  #requests = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(text: string, view: View) {
    this.edited = $state(partsOf(text));
    this.tool = $state.raw({ kind: 'cube', cube: this.edited.turn });
    this.#view = $state.raw(view);
    void this.#check();
  }

  view = $derived.by((): View => shown(this.#view, $state.snapshot(this.edited) as Edited));

  get text(): string {
    return textOf(this.edited, Object.keys(this.#view.garden.sides));
  }

  reaches(place: Place): boolean {
    return reaches(this.tool, place, this.edited, this.#view);
  }

  lay(place: Place): void {
    if (!this.reaches(place)) return;
    this.change(() => (this.tool = lay(this.tool, place, this.edited, this.#view)));
  }

  /** Change something; the server is asked what it thinks of it. */
  change(how: () => void): void {
    how();
    this.sound = null;
    this.#requests += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), PAUSE);
  }

  stop(): void {
    this.#requests += 1;
    clearTimeout(this.#timer);
  }

  async #check(): Promise<void> {
    const request = (this.#requests += 1);
    const position = untrack(() => this.text);
    try {
      const answer = await body(http.POST('/api/v1/positions', { body: { position } }));
      if (request !== this.#requests) return;
      this.#view = answer.view;
      this.sound = position;
      this.faults = [];
    } catch (problem) {
      if (request !== this.#requests) return;
      const faults = problem instanceof Refused ? problem.problem.faults : null;
      this.faults = faults?.length ? faultsInWords(faults) : [inWords(problem)];
    }
  }
}

/** The table on which a position is set up: every place that the piece in the hand reaches can be clicked. */
export function editingBoard(editing: Editing, label: () => string): RoomBoard {
  const still: Board = stillBoard();
  return {
    ...still,
    mark: (place) => {
      const { tool } = editing;
      if (tool.kind === 'swap' && place === `square:${tool.from}`) return 'chosen';
      return editing.reaches(place) ? 'legal' : 'none';
    },
    label: (place) => (editing.reaches(place) ? label() : null),
    choose: (place) => editing.lay(place),
    tip: () => null,
  };
}
