/** Searches for bots with the engine in WebAssembly: what a worker does with a request (`bots/searching.py`). */
import { Engine } from '../engine/engine';
import { firstLook, HandSearch, NetSearch, type Amount, type Network } from '../engine/searching';
import type { MoveEvaluation, PlainState } from '../engine/tree';

/** What a bot wants to know of a position. */
export interface SearchRequest extends Amount {
  /** Whose tree it is, and its seed: the lowest 32 bits, and the others. */
  bot: string;
  seed: readonly [number, number];
  kind: 'look' | 'hand' | 'net';
  state: PlainState;
  /** The most simulations that this bot ever asks for. */
  most?: number | null;
}

interface Search {
  search(state: PlainState, amount: Amount): MoveEvaluation[];
}

/** As many trees are kept as can sit at a table; each has up to 20 MB. */
const MOST_TREES = 4;

export class SearchRunner {
  /** By bot and seed, the one that was used last at the end. */
  private readonly searches = new Map<string, Search>();

  private constructor(
    private readonly module: WebAssembly.Module,
    private readonly looking: Engine,
    private readonly network: Network,
  ) {}

  static async load(module: BufferSource, network: Network): Promise<SearchRunner> {
    const compiled = await Engine.compile(module);
    return new SearchRunner(compiled, await Engine.of(compiled), network);
  }

  /** The evaluation of every move of a position, the best first. */
  async run(request: SearchRequest): Promise<MoveEvaluation[]> {
    if (request.kind === 'look') return firstLook(this.looking, request.state);
    const key = `${request.kind} ${request.seed.join(' ')} ${request.bot}`;
    const search = this.searches.get(key) ?? (await this.planted(request));
    this.searches.delete(key);
    this.searches.set(key, search);
    const [oldest] = this.searches.keys();
    if (this.searches.size > MOST_TREES) this.searches.delete(oldest!);
    return search.search(request.state, request);
  }

  /** A new tree, with an engine and so a memory of its own, which goes when the tree goes. */
  private async planted({ kind, seed, most, simulations, milliseconds }: SearchRequest): Promise<Search> {
    const engine = await Engine.of(this.module);
    const amount = { simulations: most ?? simulations ?? null, milliseconds: milliseconds ?? null };
    return kind === 'net'
      ? new NetSearch(engine, this.network, amount)
      : new HandSearch(engine, seed, amount);
  }
}
