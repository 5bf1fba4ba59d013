/**
 * What `test_wasm.py` runs in Node.js: games and searches with the page's own loader, told as one line of JSON.
 *
 * Called with the folder of the page, the module, and a file of orders that Python has written; with the folder alone it
 * writes the loader as JavaScript.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [page, modulePath, ordersPath] = process.argv.slice(2);

/** The loader is TypeScript, and not every Node.js reads that: the compiler of the page makes JavaScript of it. */
function loader() {
  const typescript = createRequire(pathToFileURL(`${page}/`))("typescript");
  const options = { compilerOptions: { target: "ES2022", module: "ESNext" } };
  return typescript.transpileModule(
    readFileSync(`${page}/src/engine/engine.ts`, "utf8"),
    options,
  ).outputText;
}

/** All games of consecutive seeds, move by move: a digest of every action and every position on the way. */
function play({ games, seed, players, palace }) {
  const [states, deals, moves] = ["States", "Shufflers", "Shufflers"].map(
    (type) => engine.array(type, games),
  );
  const [actions, taken] = [
    engine.array("Numbers", games),
    engine.array("Numbers", games),
  ];
  const digest = createHash("sha256");
  engine.call(
    "begin_games",
    states,
    deals,
    moves,
    seed,
    0,
    players,
    false,
    palace,
  );
  let steps = 0;
  do {
    digest.update(states.bytes);
    engine.call("choose_actions", states, deals, moves, actions);
    digest.update(actions.bytes);
    steps += 1;
  } while (engine.call("take_actions", states, actions, taken) > 0);
  return { steps, digest: digest.digest("hex") };
}

/** An array with these bytes. */
function filled(type, shape, base64) {
  const array = engine.array(type, ...shape);
  array.bytes.set(Buffer.from(base64, "base64"));
  return array;
}

/** The visits of every move that a search of a position finds, as the server's searcher would make it. */
function search({ state, room, options, simulations }) {
  const nodes = engine.array("Nodes", room * 14 + 64);
  const states = engine.array("States", room);
  states.bytes.set(
    Buffer.from(state, "base64"),
    states.record(3).place - states.place,
  );
  const counts = engine.array("Numbers", 2);
  counts.setNumber(1, 0);
  counts.setNumber(4, 1);
  const chosen = engine.array("Reals", 2);
  options.forEach((value, i) => chosen.setNumber(value, i));
  const shuffler = engine.array("Shufflers", 1).record(0);
  engine.call("start_shuffler", shuffler, 7, 0, 2);
  engine.call("reset_node", nodes, 0, 0, 0);
  nodes.setField(3, 0, "state");
  const scratch = [0, 1, 2, 3].map(() => engine.array("Reals", 4));
  engine.call(
    "run_search",
    nodes,
    states,
    counts,
    chosen,
    shuffler,
    ...scratch,
    0,
    simulations,
  );
  return children(nodes);
}

/** The same for the search with a network, and what the network says of the first move at once. */
function netSearch({ state, room, options, simulations, network }) {
  const nodes = engine.array("NetNodes", room * 14 + 64);
  const states = engine.array("States", room);
  states.bytes.set(
    Buffer.from(state, "base64"),
    states.record(1).place - states.place,
  );
  const counts = engine.array("Numbers", 2);
  counts.setNumber(1, 0);
  counts.setNumber(2, 1);
  const chosen = engine.array("Reals", 2);
  options.forEach((value, i) => chosen.setNumber(value, i));
  engine.call("reset_net_node", nodes, 0, 0, 0);
  nodes.setField(1, 0, "state");
  const weights = filled("Floats", [network.count], network.weights);
  const rows = engine.array("Rows", 64, network.inputs);
  const rooms = [0, 1, 2].map(() =>
    engine.array("FloatTable", 64, network.hidden),
  );
  const out = engine.array("FloatTable", 64, network.outputs);
  const given = [weights, network.blocks, rows, ...rooms, out];
  engine.call(
    "run_net_search",
    nodes,
    states,
    counts,
    chosen,
    0,
    simulations,
    ...given,
  );
  const first = nodes.field(0, "first");
  const looks = [0, 1, 2, 3].map((seat) =>
    nodes.field(first, "look_wins", seat),
  );
  return { ...children(nodes), looks };
}

function children(nodes) {
  const [first, count] = [nodes.field(0, "first"), nodes.field(0, "children")];
  const all = Array.from({ length: count }, (_, i) => first + i);
  return {
    actions: all.map((i) => nodes.field(i, "action")),
    visits: all.map((i) => nodes.field(i, "visits")),
  };
}

/** Processor seconds that an order takes when it has been done once: the first time the code is still being compiled. */
function timed({ order }) {
  const { kind, ...rest } = order;
  const seconds = () =>
    (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
  engine.borrowing(() => work[kind](rest));
  const before = seconds();
  const answer = engine.borrowing(() => work[kind](rest));
  return { seconds: seconds() - before, answer };
}

/** Whole games, played by one call. */
function playThrough({ games, seed, players }) {
  const [states, deals, moves] = ["States", "Shufflers", "Shufflers"].map(
    (type) => engine.array(type, games),
  );
  const results = engine.array("Table", games, 9);
  engine.call(
    "begin_games",
    states,
    deals,
    moves,
    seed,
    0,
    players,
    false,
    false,
  );
  engine.call("play_games", states, deals, moves, results);
  let decisions = 0;
  for (let i = 0; i < games; i++) decisions += results.number(i, 0);
  return { decisions };
}

/** What is refused before it is called, and what traps: the sentences. */
function refusals() {
  const states = engine.array("States", 2);
  const wrong = [
    () => engine.call("run", states),
    () => engine.call("deal_crafts", states, states),
    () => engine.call("begin_games", states, 1.5),
    () => engine.array("Castles", 1),
    () => states.field(2, "players"),
    () => states.field(0, "castles"),
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
  const { Engine } = await import(
    `data:text/javascript;base64,${Buffer.from(loader()).toString("base64")}`
  );
  engine = await Engine.load(readFileSync(modulePath));
  const orders = JSON.parse(readFileSync(ordersPath, "utf8"));
  console.log(
    JSON.stringify(
      orders.map(({ kind, ...order }) =>
        engine.borrowing(() => work[kind](order)),
      ),
    ),
  );
}

const work = { play, playThrough, search, netSearch, timed, refusals };
let engine;
if (modulePath) await run();
else process.stdout.write(loader());
