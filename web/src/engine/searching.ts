/**
 * Bots think here: the two searches of the engine, with the arrays they need. What they find is what the server's
 * searchers find (`src/amyitis/search`) for the same simulations; a tree is grown anew for each position.
 */
import type { Engine, EngineArray, RecordPlace } from './engine';

/** A position as plain data: the fields of the rules' state, by their names. */
export interface PlainState {
  [field: string]: number | number[] | number[][] | PlainState[];
}

/** What a search found of one move: visits, and by seat the mean chance to win and prestige. */
export interface Opinion {
  action: number;
  visits: number;
  guess: number;
  wins: number[];
  prestige: number[];
}

/** A network that comes with the game: its card, and its weights as 16-bit floats. */
export interface NetworkFiles {
  card: { hidden: number; blocks: number; sharpness?: number[] };
  weights: ArrayBuffer;
}

/** What one search needs of the engine's memory: given back when it is done. */
interface Tree {
  nodes: EngineArray;
  states: EngineArray;
  counts: EngineArray;
  options: EngineArray;
}

const NEXT_NODE = 0;
const NEXT_STATE = 1;

/** The search with the hand-made valuation; its deals are drawn from a seed below 2^32. */
export class HandSearch {
  constructor(
    private readonly engine: Engine,
    private readonly seed: number,
  ) {}

  /** Think about a position; opinions on all its moves, the most visited first. */
  search(state: PlainState, simulations: number): Opinion[] {
    const { engine } = this;
    const { first_state, search_stream, seats } = engine.description.numbers;
    return engine.borrowing(() => {
      const room = 2 * simulations + first_state + 1;
      const tree = planted(engine, 'Nodes', room, first_state, state, engine.description.options.search);
      engine.call('reset_node', tree.nodes, 0, 0, 0);
      tree.nodes.setField(first_state, 0, 'state');
      const shuffler: RecordPlace = engine.array('Shufflers', 1).record(0);
      engine.call('start_shuffler', shuffler, this.seed, 0, search_stream);
      const scratch = [0, 1, 2, 3].map(() => engine.array('Reals', seats));
      const { nodes, states, counts, options } = tree;
      engine.call('run_search', nodes, states, counts, options, shuffler, ...scratch, 0, simulations);
      return opinions(nodes, players(state), false);
    });
  }
}

/** The search with a network; without simulations it only looks at each move. */
export class NetSearch {
  private readonly given: (EngineArray | number)[];

  /** The network's weights stay in the engine's memory for good. */
  constructor(
    private readonly engine: Engine,
    { card, weights }: NetworkFiles,
  ) {
    const { inputs, outputs, most_rows, kinds } = engine.description.numbers;
    const numbers = [...halves(weights), ...(card.sharpness ?? new Array<number>(kinds).fill(1))];
    const all = engine.array('Floats', numbers.length);
    new Float32Array(engine.buffer, all.place, numbers.length).set(numbers);
    const room = [0, 1, 2].map(() => engine.array('FloatTable', most_rows, card.hidden));
    const rows = engine.array('Rows', most_rows, inputs);
    this.given = [all, card.blocks, rows, ...room, engine.array('FloatTable', most_rows, outputs)];
  }

  /** Think about a position; opinions on all its moves, the most visited first. */
  search(state: PlainState, simulations: number): Opinion[] {
    const { engine } = this;
    const { first_net_state, states_a_simulation, states_a_round } = engine.description.numbers;
    return engine.borrowing(() => {
      const room = first_net_state + 2 * states_a_simulation * simulations + states_a_round;
      const tree = planted(engine, 'NetNodes', room, first_net_state, state, engine.description.options.net);
      engine.call('reset_net_node', tree.nodes, 0, 0, 0);
      tree.nodes.setField(first_net_state, 0, 'state');
      const { nodes, states, counts, options } = tree;
      engine.call('run_net_search', nodes, states, counts, options, 0, simulations, ...this.given);
      return opinions(nodes, players(state), true);
    });
  }
}

/** The arrays of a tree whose root is a position. */
function planted(
  engine: Engine,
  type: string,
  room: number,
  first: number,
  state: PlainState,
  chosen: number[],
): Tree {
  const { nodes_a_state } = engine.description.numbers;
  const tree = {
    nodes: engine.array(type, room * nodes_a_state + 64),
    states: engine.array('States', room),
    counts: engine.array('Numbers', 2),
    options: engine.array('Reals', chosen.length),
  };
  writeRecord(tree.states, first, state);
  tree.counts.setNumber(1, NEXT_NODE);
  tree.counts.setNumber(first + 1, NEXT_STATE);
  chosen.forEach((value, i) => tree.options.setNumber(value, i));
  return tree;
}

/** Write a position into a record, field by field. */
export function writeRecord(states: EngineArray, index: number, plain: PlainState): void {
  const write = (name: string, value: PlainState[string], inner: number[]): void => {
    if (typeof value === 'number') states.setField(value, index, name, ...inner);
    else
      value.forEach((part, i) => {
        if (typeof part === 'number' || Array.isArray(part)) write(name, part, [...inner, i]);
        else for (const [field, held] of Object.entries(part)) write(`${name}.${field}`, held, [...inner, i]);
      });
  };
  for (const [name, value] of Object.entries(plain)) write(name, value, []);
}

function players(state: PlainState): number {
  return Number(state['players']);
}

/** What was found of every move at the root, the most visited first; `looks`: of moves never visited, the first look. */
function opinions(nodes: EngineArray, seats: number, looks: boolean): Opinion[] {
  const first = nodes.field(0, 'first');
  const all = Array.from({ length: nodes.field(0, 'children') }, (_, i) => {
    const node = first + i;
    const visits = nodes.field(node, 'visits');
    const prefix = looks && visits === 0 ? 'look_' : '';
    const mean = (name: string) =>
      Array.from(
        { length: seats },
        (_, seat) => nodes.field(node, prefix + name, seat) / Math.max(visits, 1),
      );
    const [action, guess] = [nodes.field(node, 'action'), nodes.field(node, 'guess')];
    return { action, visits, guess, wins: mean('wins'), prestige: mean('prestige') };
  });
  return all.sort((a, b) => b.visits - a.visits || b.guess - a.guess);
}

/** Numbers of 16 bits (IEEE 754), which not every browser reads by itself. */
function halves(content: ArrayBuffer): number[] {
  return Array.from(new Uint16Array(content), (bits) => {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    if (exponent === 0) return sign * fraction * 2 ** -24;
    return sign * (1024 + fraction) * 2 ** (exponent - 25);
  });
}
