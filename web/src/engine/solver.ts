/**
 * The solver of rounds in which the game may end, with its arrays; what drives it is Python
 * (`src/amyitis/search/solver.py`).
 */
import type { Engine, EngineArray } from './engine';
import { writeRecord, type PlainState } from './tree';

// The places in `control`, as `src/amyitis/search/exact.py` has them.
const NODES = 1;
const VALUE = 2;
const ENTERING = 3;
const BEHIND = 4;
const DONE = 0;

/** A value, the best answer, and how many positions were looked at; null where too few were allowed. */
export type Found = [value: number, answer: number, nodes: number] | null;

export class RoundSolver {
  private readonly states: EngineArray;
  private readonly frames: EngineArray;
  private readonly known: EngineArray;
  private readonly history: EngineArray;
  private readonly parts: EngineArray;
  private readonly control: EngineArray;

  constructor(private readonly engine: Engine) {
    const { depths, known_positions, history, parts_room, controls } = engine.description.numbers;
    this.states = engine.array('States', depths);
    this.frames = engine.array('Frames', depths);
    this.known = engine.array('KnownPositions', known_positions);
    this.history = engine.array('Numbers', history);
    this.parts = engine.array('Numbers', parts_room);
    this.control = engine.array('Numbers', controls);
  }

  forget(): void {
    this.known.bytes.fill(0);
  }

  margin(state: PlainState, beta: number, behind: number, nodes: number): Found {
    this.frames.setField(beta - 1, 0, 'alpha');
    this.frames.setField(beta, 0, 'beta');
    return this.run('solve_pair', state, nodes, behind);
  }

  outcomes(state: PlainState, nodes: number): Found {
    return this.run('solve_table', state, nodes, 0);
  }

  private run(name: string, state: PlainState, nodes: number, behind: number): Found {
    const { states, frames, known, history, parts, control } = this;
    states.bytesOf(0).fill(0);
    writeRecord(states, 0, state);
    control.bytes.fill(0);
    control.setNumber(nodes, NODES);
    control.setNumber(1, ENTERING);
    control.setNumber(behind, BEHIND);
    const how = this.engine.call(name, states, frames, known, history, parts, control);
    if (how !== DONE) return null;
    return [control.number(VALUE), frames.field(0, 'move'), nodes - control.number(NODES)];
  }
}
