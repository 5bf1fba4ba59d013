/**
 * Rows a second that a module of WebAssembly evaluates: `node rows.mjs FOLDER`, with what `program.py` has written there.
 *
 * `call.json` says what `evaluate` takes: numbers, and arrays with their shapes and the files of their contents.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const WARM = 5;
const TIMES = 20;
const PAGE = 65536;
const [folder] = process.argv.slice(2);
const call = JSON.parse(readFileSync(join(folder, 'call.json'), 'utf8'));
const module = new WebAssembly.Module(readFileSync(join(folder, 'amyitis.wasm')));
// The program before takes its exponential from outside.
const { memory, evaluate } = new WebAssembly.Instance(module, { env: { exp: Math.exp, expf: Math.exp } }).exports;

let free = memory.buffer.byteLength;
memory.grow(Math.ceil(call.arguments.reduce((sum, one) => sum + (one.bytes ?? 0) + 64, 0) / PAGE) + 1);

/** A number as it is; an array as its place and its shape. */
function place(one) {
  if (one.bytes === undefined) return [one.number];
  const at = free;
  free += Math.ceil(one.bytes / 64) * 64;
  new Uint8Array(memory.buffer).set(readFileSync(join(folder, one.file)), at);
  return [at, ...one.shape];
}

const placed = call.arguments.map(place);
const moments = readFileSync(join(folder, 'moments'));
const { places } = call;
const rows = new Uint8Array(memory.buffer, placed[places.rows][0]);
const width = call.arguments[places.rows].shape[1];

/** Evaluate the rows of each moment together. */
function once() {
  let at = 0;
  for (let k = 0; k < call.counts.length; k++) {
    const end = at + call.counts[k] * width;
    rows.set(moments.subarray(at, end));
    if ('viewer' in places) placed[places.viewer][0] = call.viewers[k];
    placed[places.count][0] = call.counts[k];
    evaluate(...placed.flat());
    at = end;
  }
}

const seconds = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
for (let i = 0; i < WARM; i++) once();
const before = seconds();
for (let i = 0; i < TIMES; i++) once();
console.log((TIMES * moments.length) / width / (seconds() - before));
