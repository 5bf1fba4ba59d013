/**
 * A tree that grows in the engine's memory, as the server's do (`src/amyitis/search/searcher.py`): while the game stays
 * inside it, it is kept from move to move.
 */
import type { Engine, EngineArray } from './engine';

/** A position as plain data: the fields of the rules' state, by their names. */
export interface PlainState {
  [field: string]: number | boolean | number[] | number[][] | PlainState[];
}

/** What a search found of one move: visits, and by seat the mean chance to win and prestige. */
export interface MoveEvaluation {
  action: number;
  visits: number;
  guess: number;
  wins: number[];
  prestige: number[];
}

const NEXT_NODE = 0;
const NEXT_STATE = 1;
const NEW = 0; // the kind of a node that was never visited

export class Tree {
  readonly nodes: EngineArray;
  readonly states: EngineArray;
  readonly counts: EngineArray;
  readonly options: EngineArray;
  root = 0;
  /** The position that is asked about. */
  private readonly asked: EngineArray;

  /** `type`: of its nodes, which `reset` makes new; `first`: its first state that stays; `room`: for how many more. */
  constructor(
    protected readonly engine: Engine,
    type: string,
    private readonly reset: string,
    private readonly first: number,
    room: number,
    options: number[],
  ) {
    this.nodes = engine.array(type, room * engine.description.numbers.nodes_a_state + 64);
    this.states = engine.array('States', first + room);
    this.counts = engine.array('Numbers', 2);
    this.counts.setNumber(first, NEXT_STATE);
    this.options = engine.array('Reals', options.length);
    options.forEach((value, i) => this.options.setNumber(value, i));
    this.asked = engine.array('States', 1);
  }

  /** How often the root was visited, in earlier searches too. */
  get visits(): number {
    return this.nodes.field(this.root, 'visits');
  }

  /** From now on it is about this position. */
  ask(state: PlainState): void {
    this.asked.bytes.fill(0);
    writeRecord(this.asked, 0, state);
  }

  /** The bytes of the position that is asked about. */
  get question(): Uint8Array {
    return this.asked.bytes;
  }

  /** Make the position the root: a node of the tree that holds it already, or (if it must be fresh) a new tree. */
  plant(fresh = false): void {
    const node = fresh ? undefined : this.find();
    this.root = node ?? 0;
    if (node !== undefined) return;
    this.states.bytesOf(this.first).set(this.asked.bytes);
    this.engine.call(this.reset, this.nodes, 0, 0, 0);
    this.nodes.setField(this.first, 0, 'state');
    this.counts.setNumber(1, NEXT_NODE);
    this.counts.setNumber(this.first + 1, NEXT_STATE);
  }

  /** The node with most visits that holds the position; none if the tree is more than half full: there is no room. */
  private find(): number | undefined {
    const used = this.counts.number(NEXT_STATE);
    if (used <= this.first || used > Math.floor((this.states.shape[0] ?? 0) / 2)) return undefined;
    const wanted = this.asked.bytes;
    const same = new Set<number>();
    for (let i = this.first; i < used; i++) if (equal(this.states.bytesOf(i), wanted)) same.add(i);
    if (!same.size) return undefined;
    const [state, kind, visits] = ['state', 'kind', 'visits'].map((name) => this.nodes.reader(name));
    let [choice, most] = [-1, -1];
    for (let node = 0; node < this.counts.number(NEXT_NODE); node++)
      if (same.has(state!(node)) && kind!(node) !== NEW && visits!(node) > most)
        [choice, most] = [node, visits!(node)];
    return choice < 0 ? undefined : choice;
  }

  /** The actions of the moves visited most, from the root on, as far as the tree was visited. */
  bestLine(): number[] {
    const { nodes } = this;
    const line: number[] = [];
    let node = this.root;
    for (;;) {
      const first = nodes.field(node, 'first');
      let [best, most] = [-1, 0];
      for (let child = first; child < first + nodes.field(node, 'children'); child++) {
        const visits = nodes.field(child, 'visits');
        if (visits > most) [best, most] = [child, visits];
      }
      if (best < 0) return line;
      line.push(nodes.field(best, 'action'));
      node = best;
    }
  }

  /** What was found of every move at the root; `looks`: nodes know what was seen of moves that were never visited. */
  evaluations(seats: number, looks: boolean): MoveEvaluation[] {
    const { nodes } = this;
    const first = nodes.field(this.root, 'first');
    return Array.from({ length: nodes.field(this.root, 'children') }, (_, i) => {
      const node = first + i;
      const visits = nodes.field(node, 'visits');
      const prefix = looks && visits === 0 ? 'look_' : '';
      const mean = (name: string) =>
        Array.from({ length: seats }, (_, p) => nodes.field(node, prefix + name, p) / Math.max(visits, 1));
      const [action, guess] = [nodes.field(node, 'action'), nodes.field(node, 'guess')];
      return { action, visits, guess, wins: mean('wins'), prestige: mean('prestige') };
    });
  }
}

/** Write a position into a record, field by field. */
export function writeRecord(states: EngineArray, index: number, plain: PlainState): void {
  const write = (name: string, value: PlainState[string], inner: number[]): void => {
    if (!Array.isArray(value)) states.setField(Number(value), index, name, ...inner);
    else
      value.forEach((part, i) => {
        if (typeof part === 'number' || Array.isArray(part)) write(name, part, [...inner, i]);
        else for (const [field, held] of Object.entries(part)) write(`${name}.${field}`, held, [...inner, i]);
      });
  };
  for (const [name, value] of Object.entries(plain)) write(name, value, []);
}

export function equal(one: Uint8Array, other: Uint8Array): boolean {
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}
