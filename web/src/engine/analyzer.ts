/**
 * The engine as a review uses it: a tree that grows with the thought, readers that read a line anew, and rollouts. What
 * is found is what a server finds (`src/amyitis/analysis/analyzers/native_analyzer.py`). Python calls it in the same worker
 * (`amyitis.local.browser_analyzer.Analyzer`), so JSON goes in and comes out.
 */
import type { Engine, EngineArray } from './engine';
import { NetTree, sorted, type Network } from './searching';
import { RoundSolver } from './solver';
import { equal, type PlainState } from './tree';

/** For how many positions the readers have room; a tree that is half full is given up with the next one. */
const READERS_ROOM = 10_000;

export class Analyzer {
  private readonly readers: NetTree;
  private readonly states: EngineArray;
  private readonly shufflers: EngineArray;
  private readonly deck: EngineArray;
  /** The position that the readers' tree was planted with, and its node. */
  private planted: { question: Uint8Array; root: number } | null = null;
  /** The root of the latest read: all visits lie below it. */
  private grown = 0;
  /** The states in which lines from the planted position end, by root, reader and visits. */
  private readonly ends = new Map<string, number>();
  private tree: NetTree | null = null;
  private solver: RoundSolver | null = null;
  private state: PlainState = {};

  /** @param more another engine, for whoever analyses a position at length */
  constructor(
    private readonly engine: Engine,
    private readonly more: Engine,
    private readonly network: Network,
  ) {
    const { numbers } = engine.description;
    this.readers = new NetTree(engine, network, READERS_ROOM);
    this.states = engine.array('States', numbers.rollout_states);
    this.shufflers = engine.array('Shufflers', 1);
    this.deck = engine.array('Numbers', numbers.deck);
  }

  /** From now on it is about this position. */
  ask(state: string): void {
    this.state = JSON.parse(state) as PlainState;
    this.readers.ask(this.state);
  }

  clear(): void {
    this.planted = null;
  }

  preliminary(low: number, high: number): string {
    this.plant(true);
    this.clear();
    const state = this.readers.nodes.field(this.readers.root, 'state');
    return JSON.stringify(this.rolledOut(state, 1, this.engine.description.numbers.at_once, low, high, 0)[0]);
  }

  search(visits: number, fresh: boolean): string {
    this.tree ??= new NetTree(this.more, this.network, this.more.description.numbers.tree_states);
    const { tree } = this;
    tree.ask(this.state);
    tree.plant(fresh);
    tree.grow(Math.max(1, visits - tree.visits));
    return JSON.stringify(sorted(tree.evaluations(this.players, true)));
  }

  visits(): number {
    return this.tree?.visits ?? 0;
  }

  expected_line(): string {
    return JSON.stringify(this.tree?.bestLine() ?? []);
  }

  /** It ends as soon as the rest of the visits could not make another move the most visited one. */
  read(reader: number, visits: number, move: number): string {
    this.enter(move);
    this.growAnew(reader, 0);
    const { engine, readers } = this;
    while (visits > 0) {
      const ahead = engine.call('visits_ahead', readers.nodes, readers.root);
      if (ahead > visits) break;
      const more = ((visits - ahead) >> 1) + 1; // fewer cannot settle it
      readers.grow(more);
      visits -= more;
    }
    const evaluations = sorted(readers.evaluations(this.players, true));
    return JSON.stringify({ evaluations, line: readers.bestLine() });
  }

  roll_out(
    reader: number,
    visits: number,
    count: number,
    move: number,
    rounds: number,
    low: number,
    high: number,
    first: number,
  ): string {
    const end = this.lineEnd(move, reader, visits);
    return JSON.stringify(this.rolledOut(end, count, rounds, low, high, first));
  }

  line(move: number, visits: number): string {
    this.enter(move);
    this.growAnew(0, visits);
    return JSON.stringify(this.readers.bestLine());
  }

  /** Forget all positions that the solver knows. */
  forget(): void {
    this.solver?.forget();
  }

  margin(beta: number, behind: number, nodes: number): string {
    return JSON.stringify(this.solving.margin(this.state, beta, behind, nodes));
  }

  outcomes(nodes: number): string {
    return JSON.stringify(this.solving.outcomes(this.state, nodes));
  }

  private get solving(): RoundSolver {
    return (this.solver ??= new RoundSolver(this.engine));
  }

  private get players(): number {
    return Number(this.state['players']);
  }

  /** Make the position the root of the readers' tree, in the tree that is there if it holds it. */
  private goTo(): void {
    const { readers } = this;
    if (!this.planted || !equal(this.planted.question, readers.question)) {
      this.plant(!this.planted);
      this.planted = { question: readers.question.slice(), root: readers.root };
    }
    readers.root = this.planted.root;
  }

  private plant(fresh: boolean): void {
    const { readers } = this;
    readers.plant(fresh);
    this.ends.clear();
    if (readers.counts.number(0) === 1) this.grown = readers.root; // nothing of the old tree is left
  }

  /** Make the position the root, or the one after a move of it (-1 for none). */
  private enter(move: number): void {
    this.goTo();
    const { readers } = this;
    if (move < 0) return;
    if (!readers.nodes.field(readers.root, 'children')) readers.grow(0);
    const { nodes, states, counts, root } = readers;
    readers.root = this.engine.call('enter_child', nodes, states, counts, root, move);
  }

  /** The state in which a reader's line ends. */
  private lineEnd(move: number, reader: number, visits: number): number {
    this.enter(move);
    const { readers } = this;
    const line = `${readers.root} ${reader} ${visits}`;
    let end = this.ends.get(line);
    if (end === undefined) {
      this.growAnew(reader, visits);
      end = readers.nodes.field(this.engine.call('walk_down', readers.nodes, readers.root), 'state');
      this.ends.set(line, end);
    }
    return end;
  }

  private growAnew(reader: number, visits: number): void {
    const { readers } = this;
    const parameters = this.engine.description.reader_parameters[reader]!;
    parameters.forEach((value, i) => readers.options.setNumber(value, i));
    this.engine.call('forget_visits', readers.nodes, this.grown);
    this.grown = readers.root;
    readers.grow(visits);
  }

  private rolledOut(
    end: number,
    count: number,
    rounds: number,
    low: number,
    high: number,
    first: number,
  ): number[][] {
    const { engine, readers, states, shufflers, deck } = this;
    return engine.borrowing(() => {
      const row = 2 * engine.description.numbers.seats;
      const values = engine.array('FloatTable', count, row);
      const chance = [states, shufflers, deck, low, high, first, rounds];
      engine.call('roll_out', readers.states, end, ...chance, ...readers.network, values);
      return Array.from({ length: count }, (_, i) =>
        Array.from({ length: row }, (_, j) => values.number(i, j)),
      );
    });
  }
}
