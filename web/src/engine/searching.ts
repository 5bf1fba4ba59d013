/**
 * Bots think here: the two searches of the engine, and a look at every move. What they find is what the server's
 * searchers find (`src/amyitis/search`) for the same simulations.
 */
import type { Engine, EngineArray, RecordPlace } from './engine';
import { Tree, writeRecord, type MoveEvaluation, type PlainState } from './tree';

/** How long to think: simulations, a time, or both, and then whatever is over first. */
export interface Amount {
  simulations?: number | null;
  milliseconds?: number | null;
}

/** More simulations are made at once until they take so many milliseconds. */
const SHORT = 0.5;

/** What every move would lead to at once, without any search; the best for its player first. */
export function firstLook(engine: Engine, state: PlainState): MoveEvaluation[] {
  const { first_state, seats } = engine.description.numbers;
  return engine.borrowing(() => {
    const states = engine.array('States', first_state + 1);
    const [worth, chances] = [engine.array('Reals', seats), engine.array('Reals', seats)];
    const [players, seat] = [Number(state['players']), Number(state['seat'])];
    const first = engine.description.first_actions[Number(state['asked'])] ?? 0;
    writeRecord(states, first_state, state);
    const guesses = answers(state).map((answer) => {
      const action = first + answer;
      engine.call('look_at', states, first_state, action, worth, chances);
      const [wins, prestige] = [chances, worth].map((of) =>
        Array.from({ length: players }, (_, p) => of.number(p)),
      );
      return { action, visits: 0, guess: wins![seat] ?? 0, wins: wins!, prestige: prestige! };
    });
    return guesses.sort((a, b) => b.guess - a.guess);
  });
}

/** The search with the hand-made evaluation; its deals are drawn from a seed: its lowest 32 bits, and the others. */
export class HandSearch {
  private readonly tree: Tree;
  private readonly shuffler: RecordPlace;
  private readonly scratch: EngineArray[];

  /** `most`: how long it ever thinks about a move. */
  constructor(
    private readonly engine: Engine,
    [low, high]: readonly [number, number],
    most: Amount,
  ) {
    const { numbers, options } = engine.description;
    const wanted = most.simulations
      ? 2 * most.simulations + 2 * numbers.chunk
      : numbers.states_a_millisecond * (most.milliseconds ?? 0) + numbers.chunk;
    const room = Math.min(wanted, numbers.most_states);
    this.tree = new Tree(engine, 'Nodes', 'reset_node', numbers.first_state, room, options.search);
    this.shuffler = engine.array('Shufflers', 1).record(0);
    engine.call('start_shuffler', this.shuffler, low, high, numbers.search_stream);
    this.scratch = [0, 1, 2, 3].map(() => engine.array('Reals', numbers.seats));
  }

  /** Search a position; the evaluation of every move, the most visited first. */
  search(state: PlainState, { simulations, milliseconds }: Amount): MoveEvaluation[] {
    const { tree } = this;
    const deadline = performance.now() + (milliseconds ?? 0);
    const { chunk } = this.engine.description.numbers;
    tree.ask(state);
    tree.plant();
    if (simulations != null) this.grow(Math.max(1, simulations - tree.visits));
    else while (this.grow(chunk) === chunk && performance.now() < deadline);
    const looks = new Map(firstLook(this.engine, state).map((one) => [one.action, one]));
    return sorted(tree.evaluations(Number(state['players']), false)).map((one) =>
      one.visits ? one : (looks.get(one.action) ?? one),
    );
  }

  private grow(simulations: number): number {
    const { nodes, states, counts, options, root } = this.tree;
    const given = [nodes, states, counts, options, this.shuffler, ...this.scratch, root, simulations];
    return this.engine.call('run_search', ...given);
  }
}

/** A tree that a network values. */
export class NetTree extends Tree {
  readonly network: EngineArray[];

  constructor(engine: Engine, network: Network, room: number) {
    const { numbers, options } = engine.description;
    super(engine, 'NetNodes', 'reset_net_node', numbers.first_net_state, room, options.net);
    this.network = network.given(engine);
  }

  /** Simulate; how many times, fewer if the tree is full. */
  grow(simulations: number): number {
    const { nodes, states, counts, options, root, network } = this;
    const given = [nodes, states, counts, options, root, simulations, ...network];
    return this.engine.call('run_net_search', ...given);
  }
}

/** The search with a network; without simulations it only looks at each move. */
export class NetSearch {
  private readonly tree: NetTree;

  /** `most`: how long it ever thinks about a move. */
  constructor(
    private readonly engine: Engine,
    network: Network,
    most: Amount,
  ) {
    const { numbers } = engine.description;
    const wanted = most.simulations
      ? numbers.states_a_simulation * most.simulations
      : numbers.net_states_a_millisecond * (most.milliseconds ?? 0);
    const room = Math.min(2 * wanted + numbers.states_a_round, numbers.most_net_states);
    this.tree = new NetTree(engine, network, room);
  }

  /** Search a position; the evaluation of every move, the most visited first. */
  search(state: PlainState, { simulations, milliseconds }: Amount): MoveEvaluation[] {
    const { tree } = this;
    const { numbers } = this.engine.description;
    const deadline = performance.now() + (milliseconds ?? 0);
    tree.ask(state);
    tree.plant();
    let left = simulations == null ? Infinity : Math.max(1, simulations - tree.visits);
    if (simulations === 0 || (simulations == null && milliseconds == null)) tree.grow(0);
    else if (milliseconds == null) tree.grow(left);
    else {
      let [now, chunk] = [performance.now(), 1];
      while (left > 0) {
        const started = now;
        chunk = Math.min(chunk, left);
        const made = tree.grow(chunk);
        now = performance.now();
        if (made < chunk || now >= deadline) break;
        left -= chunk;
        chunk = now - started < SHORT ? Math.min(2 * chunk, numbers.chunk) : Math.max(1, chunk >> 1);
      }
    }
    return sorted(tree.evaluations(Number(state['players']), true));
  }
}

/** A network in whole numbers, as Python packs it (`nets/quantizing.py`); every engine that thinks with it has a copy. */
export class Network {
  constructor(private readonly file: ArrayBuffer) {}

  /** Its numbers and room to work in, as the engine's functions take them. */
  given(engine: Engine): EngineArray[] {
    const { seats, outputs, row_width, most_rows, sum_rows, input_rows } = engine.description.numbers;
    const [width, ...counts] = new Uint32Array(this.file, 0, 4);
    const [scales, biases, weights] = counts;
    const numbers = [
      engine.array('Reals', scales!),
      engine.array('WholeTable', biases! / width!, width!),
      engine.array('Shorts', weights!),
    ];
    let at = 4 * Uint32Array.BYTES_PER_ELEMENT;
    for (const one of numbers) {
      one.bytes.set(new Uint8Array(this.file, at, one.size));
      at += one.size;
    }
    const rows = engine.array('Rows', most_rows + seats, row_width);
    const sums = engine.array('WholeTable', sum_rows, width!);
    const widest = Math.max(width!, row_width);
    const inputs = engine.array('ShortTable', input_rows, widest);
    const pairs = engine.array('Numbers', widest / 2);
    const out = engine.array('FloatTable', most_rows, outputs);
    return [...numbers.reverse(), rows, sums, inputs, pairs, out];
  }
}

/** The most visited first. */
export function sorted(evaluations: MoveEvaluation[]): MoveEvaluation[] {
  return evaluations.sort((a, b) => b.visits - a.visits || b.guess - a.guess);
}

/** The answers that are legal: the members of a set that is a whole number of 64 bits. */
function answers(state: PlainState): number[] {
  const legal = BigInt(Number(state['legal']));
  return Array.from({ length: 64 }, (_, i) => i).filter((i) => (legal >> BigInt(i)) & 1n);
}
