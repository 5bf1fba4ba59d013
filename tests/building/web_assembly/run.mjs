/**
 * What `test_wasm.py` runs in Node.js: games and searches with the page's own loader, told as one line of JSON.
 *
 * Called with the folder of the page, the module, and a file of orders that Python has written; with the folder alone it
 * writes the loader as JavaScript.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';

const REPEATED = 6;
const [page, modulePath, ordersPath] = process.argv.slice(2);

/** The loader is TypeScript, and not every Node.js reads that: the compiler of the page makes JavaScript of it. */
function script(name) {
  const typescript = createRequire(pathToFileURL(`${page}/`))('typescript');
  const options = { compilerOptions: { target: 'ES2022', module: 'ESNext', verbatimModuleSyntax: true } };
  const path = `${page}/src/${name}`;
  const text = typescript.transpileModule(readFileSync(path, 'utf8'), options).outputText;
  return text.replace(/ from '(\.[^']+)'/g, (_, other) => ` from '${address(posix.join(name, '..', `${other}.ts`))}'`);
}

/** Where a part of the loader lies as JavaScript, beside the orders. */
function address(name) {
  const path = `${posix.dirname(ordersPath)}/${name.replaceAll('/', '-')}.mjs`;
  if (!existsSync(path)) writeFileSync(path, script(name));
  return pathToFileURL(path).href;
}

/** All games of consecutive seeds, move by move: a digest of every action and every position on the way. */
function play({ games, seed, players, palace }) {
  const [states, deals, moves] = ['States', 'Shufflers', 'Shufflers'].map((type) =>
    engine.array(type, games),
  );
  const [actions, taken] = [engine.array('Numbers', games), engine.array('Numbers', games)];
  const digest = createHash('sha256');
  for (let i = 0; i < games; i++) states.setField(Number(palace), i, 'palace');
  engine.call('begin_games', states, deals, moves, seed, 0, players);
  let steps = 0;
  do {
    digest.update(states.bytes);
    engine.call('choose_actions', states, deals, moves, actions);
    digest.update(actions.bytes);
    steps += 1;
  } while (engine.call('take_actions', states, actions, taken) > 0);
  return { steps, digest: digest.digest('hex') };
}

/** What the search with the hand-made evaluation finds of a position. */
function search({ state, simulations }) {
  return new searching.HandSearch(engine, [7, 0], { simulations }).search(state, { simulations });
}

/** What the search with a network finds; `simulations` is 0 for a look alone. */
function netSearch({ state, simulations }) {
  return new searching.NetSearch(engine, network, { simulations }).search(state, { simulations });
}

/** What the solver finds: a margin of two players, the outcomes of more. */
function solve({ state, beta, behind, nodes }) {
  const solver = new solving.RoundSolver(engine);
  return state.players === 2 ? solver.margin(state, beta, behind, nodes) : solver.outcomes(state, nodes);
}

/** The answers of the network to rows of any viewer. */
function evaluate({ rows }) {
  const given = network.given(engine);
  const [table, out] = [given[3], given.at(-1)];
  const { inputs } = engine.description.numbers;
  const bytes = Buffer.from(rows, 'base64');
  const count = bytes.length / inputs;
  for (let i = 0; i < count; i++)
    table.bytes.set(bytes.subarray(i * inputs, (i + 1) * inputs), i * table.shape[1]);
  engine.call('evaluate', 0, count, ...given);
  return Buffer.from(out.bytes).toString('base64');
}

/** What searches find, one request after the other: trees are kept. */
async function think({ requests }) {
  const found = [];
  for (const request of requests) found.push(await runner.run(request));
  return found;
}

/** The network of the first order that names one; it stays in memory. */
async function loadNetwork(orders) {
  const told = orders.map((one) => one.network ?? one.order?.network).find(Boolean);
  if (!told) return;
  network = new searching.Network(Uint8Array.from(Buffer.from(told, 'base64')).buffer);
  const { SearchRunner } = await import(address('local/search_runner.ts'));
  runner = await SearchRunner.load(readFileSync(modulePath), network);
}

/** The bytes of a position that was written field by field. */
function written({ state }) {
  const states = engine.array('States', 2);
  tree.writeRecord(states, 1, state);
  return Buffer.from(states.bytes).toString('base64');
}

/** Processor seconds that an order takes when it has been done a few times: at first the code is still being compiled. */
function timed({ order }) {
  const { kind, ...rest } = order;
  const seconds = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
  const once = () => engine.borrowing(() => work[kind](rest));
  for (let i = 0; i < REPEATED; i++) once();
  const before = seconds();
  for (let i = 1; i < REPEATED; i++) once();
  const answer = once();
  return { seconds: (seconds() - before) / REPEATED, answer };
}

/** Whole games, played by one call. */
function playThrough({ games, seed, players }) {
  const [states, deals, moves] = ['States', 'Shufflers', 'Shufflers'].map((type) =>
    engine.array(type, games),
  );
  const results = engine.array('Table', games, 9);
  engine.call('begin_games', states, deals, moves, seed, 0, players);
  engine.call('play_games', states, deals, moves, results);
  let decisions = 0;
  for (let i = 0; i < games; i++) decisions += results.number(i, 0);
  return { decisions };
}

/** What is refused before it is called, and what traps: the sentences. */
function refusals() {
  const states = engine.array('States', 2);
  const wrong = [
    () => engine.call('run', states),
    () => engine.call('deal_crafts', states, states),
    () => engine.call('begin_games', states, 1.5),
    () => engine.array('Castles', 1),
    () => states.field(2, 'players'),
    () => states.field(0, 'castles'),
  ];
  return wrong.map((call) => {
    try {
      return `not refused: ${call()}`;
    } catch (problem) {
      return problem.message;
    }
  });
}

/** Follow all orders, one after the other. */
async function run() {
  const { Engine } = await import(address('engine/engine.ts'));
  searching = await import(address('engine/searching.ts'));
  solving = await import(address('engine/solver.ts'));
  tree = await import(address('engine/tree.ts'));
  engine = await Engine.load(readFileSync(modulePath));
  const orders = JSON.parse(readFileSync(ordersPath, 'utf8'));
  await loadNetwork(orders);
  const answers = [];
  for (const { kind, ...order } of orders) answers.push(await engine.borrowing(() => work[kind](order)));
  console.log(JSON.stringify(answers));
}

const work = { play, playThrough, search, netSearch, evaluate, solve, think, written, timed, refusals };
let engine, searching, solving, tree, network, runner;
if (modulePath) await run();
else process.stdout.write(script('engine/engine.ts'));
