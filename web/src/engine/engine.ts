/**
 * The rules, the search and the networks as WebAssembly: the module that `building/web_assembly` makes of the very
 * functions that run on a server. The module says itself which functions it has and how its records lie in memory, so
 * nothing of that is written here.
 */

type Kind = 'i1' | 'i2' | 'i4' | 'i8' | 'u1' | 'f4' | 'f8';

interface Field {
  kind: Kind;
  at: number;
  shape: number[];
  strides: number[];
}

interface Description {
  /** The version of the rules, and the digest of the box, that the module plays. */
  rules: number;
  box: string;
  functions: Record<string, { takes: Record<string, string>; returns: string }>;
  arrays: Record<string, { item: string; axes: number }>;
  records: Record<string, { size: number; fields: Record<string, Field> }>;
  /** Numbers that who calls the searches must know, by name; and the options of the searches. */
  numbers: Record<NumberName, number>;
  options: { search: number[]; net: number[] };
  /** The action that the first answer to each kind of question is. */
  first_actions: number[];
  /** Of readers: how widely each explores, and how far it trusts a first guess. */
  reader_parameters: [number, number][];
}

type NumberName =
  | 'seats'
  | 'first_state'
  | 'first_net_state'
  | 'nodes_a_state'
  | 'search_stream'
  | 'chunk'
  | 'states_a_millisecond'
  | 'most_states'
  | 'states_a_simulation'
  | 'states_a_round'
  | 'net_states_a_millisecond'
  | 'most_net_states'
  | 'inputs'
  | 'outputs'
  | 'row_width'
  | 'most_rows'
  | 'sum_rows'
  | 'input_rows'
  | 'tree_states'
  | 'rollout_states'
  | 'deck'
  | 'at_once'
  | 'depths'
  | 'known_positions'
  | 'history'
  | 'parts_room'
  | 'controls';

/** The place of one record, as functions take it. */
export interface RecordPlace {
  type: string;
  place: number;
}

type Argument = EngineArray | RecordPlace | number | boolean;

/** What the browser lacks, or what is wrong with the module; declared in a sentence. */
class EngineProblem extends Error {}

const SECTION = 'amyitis';
const PAGE = 1 << 16;
const ALIGNMENT = 16;

const SIZES: Record<Kind, number> = { i1: 1, i2: 2, i4: 4, i8: 8, u1: 1, f4: 4, f8: 8 };

const READ: Record<Kind, (view: DataView, at: number) => number> = {
  i1: (view, at) => view.getInt8(at),
  i2: (view, at) => view.getInt16(at, true),
  i4: (view, at) => view.getInt32(at, true),
  i8: (view, at) => Number(view.getBigInt64(at, true)),
  u1: (view, at) => view.getUint8(at),
  f4: (view, at) => view.getFloat32(at, true),
  f8: (view, at) => view.getFloat64(at, true),
};

const WRITE: Record<Kind, (view: DataView, at: number, value: number) => void> = {
  i1: (view, at, value) => view.setInt8(at, value),
  i2: (view, at, value) => view.setInt16(at, value, true),
  i4: (view, at, value) => view.setInt32(at, value, true),
  i8: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
  u1: (view, at, value) => view.setUint8(at, value),
  f4: (view, at, value) => view.setFloat32(at, value, true),
  f8: (view, at, value) => view.setFloat64(at, value, true),
};

/** An array in the memory of the engine: of numbers, or of records with named fields. */
export class EngineArray {
  constructor(
    private readonly engine: Engine,
    readonly type: string,
    readonly shape: readonly number[],
    readonly place: number,
    private readonly item: string,
    private readonly itemSize: number,
  ) {}

  /** How many bytes it has. */
  get size(): number {
    return this.shape.reduce((product, one) => product * one, this.itemSize);
  }

  /** Its bytes as they lie there now; they may move when another array is made. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.engine.buffer, this.place, this.size);
  }

  /** The bytes of the record at an index, as they lie there now. */
  bytesOf(index: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.engine.buffer, this.start(index), this.itemSize);
  }

  /** The record at an index, as functions take it. */
  record(index: number): RecordPlace {
    return { type: this.item, place: this.start(index) };
  }

  /** A number of an array of numbers, by its index on each axis. */
  number(...index: number[]): number {
    const [kind, at] = this.numberPlace(index);
    return READ[kind](this.engine.view, at);
  }

  setNumber(value: number, ...index: number[]): void {
    const [kind, at] = this.numberPlace(index);
    WRITE[kind](this.engine.view, at, value);
  }

  /** A field of the record at an index; a field that is several numbers wants theirs, too. */
  field(index: number, name: string, ...inner: number[]): number {
    const [kind, at] = this.fieldPlace(index, name, inner);
    return READ[kind](this.engine.view, at);
  }

  /** Reads one field of many records, as long as no array is made; the index is not looked at. */
  reader(name: string): (index: number) => number {
    const [kind, at] = this.fieldPlace(0, name, []);
    const { view } = this.engine;
    return (index) => READ[kind](view, at + index * this.itemSize);
  }

  setField(value: number, index: number, name: string, ...inner: number[]): void {
    const [kind, at] = this.fieldPlace(index, name, inner);
    WRITE[kind](this.engine.view, at, value);
  }

  private start(index: number): number {
    if (!(this.item in this.engine.description.records) || this.shape.length !== 1)
      throw new EngineProblem(`${this.type} holds no records`);
    return this.place + inside(index, this.shape[0] ?? 0) * this.itemSize;
  }

  private numberPlace(index: number[]): [Kind, number] {
    if (!(this.item in SIZES) || index.length !== this.shape.length)
      throw new EngineProblem(`${this.type} wants ${this.shape.length} indices of a number`);
    const flat = index.reduce((offset, one, axis) => {
      const size = this.shape[axis] ?? 0;
      return offset * size + inside(one, size);
    }, 0);
    return [this.item as Kind, this.place + flat * this.itemSize];
  }

  private fieldPlace(index: number, name: string, inner: number[]): [Kind, number] {
    const start = this.start(index);
    const field = this.engine.description.records[this.item]?.fields[name];
    if (!field || inner.length !== field.shape.length)
      throw new EngineProblem(`${this.item} has no field ${name} with ${inner.length} indices`);
    const offset = inner.reduce(
      (offset, one, axis) => offset + inside(one, field.shape[axis] ?? 0) * (field.strides[axis] ?? 0),
      field.at,
    );
    return [field.kind, start + offset];
  }
}

/** The functions of a module, and memory for their arguments. */
export class Engine {
  private free: number;
  /** Behind this place nothing was ever written. */
  private touched: number;
  private latestView: DataView<ArrayBuffer> | undefined;

  private constructor(
    readonly description: Description,
    private readonly memory: WebAssembly.Memory,
    private readonly functions: Record<string, (...numbers: number[]) => number | undefined>,
    base: number,
  ) {
    this.free = this.touched = aligned(base);
  }

  /** Make an engine of a module; an EngineProblem says what is missing. */
  static async load(source: BufferSource): Promise<Engine> {
    return Engine.of(await Engine.compile(source));
  }

  /** A module of which several engines can be made, each with a memory of its own. */
  static async compile(source: BufferSource): Promise<WebAssembly.Module> {
    if (typeof WebAssembly !== 'object') throw new EngineProblem('this browser has no WebAssembly');
    try {
      return await WebAssembly.compile(source);
    } catch (problem) {
      throw new EngineProblem(`the engine cannot be loaded: ${String(problem)}`);
    }
  }

  static async of(module: WebAssembly.Module): Promise<Engine> {
    const [section] = WebAssembly.Module.customSections(module, SECTION);
    if (!section) throw new EngineProblem('this WebAssembly is not of building/web_assembly');
    const { exports } = await WebAssembly.instantiate(module);
    return new Engine(
      JSON.parse(new TextDecoder().decode(section)) as Description,
      exports['memory'] as WebAssembly.Memory,
      exports as Record<string, (...numbers: number[]) => number | undefined>,
      (exports['heap_base'] as WebAssembly.Global<'i32'>).value,
    );
  }

  /** The memory as it is now: it is another one after it has grown. */
  get buffer(): ArrayBuffer {
    return this.memory.buffer;
  }

  get view(): DataView<ArrayBuffer> {
    if (this.latestView?.buffer !== this.memory.buffer) this.latestView = new DataView(this.memory.buffer);
    return this.latestView!;
  }

  /** A new array of a type that a function names, all zero: `array('States', 512)`. */
  array(type: string, ...shape: number[]): EngineArray {
    const declared = this.description.arrays[type];
    if (
      !declared ||
      shape.length !== declared.axes ||
      shape.some((size) => !Number.isInteger(size) || size < 0)
    )
      throw new EngineProblem(`there is no array ${type} of ${shape.join(' times ')}`);
    const itemSize = this.description.records[declared.item]?.size ?? SIZES[declared.item as Kind];
    const made = new EngineArray(this, type, shape, this.free, declared.item, itemSize);
    const end = aligned(this.free + made.size);
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) this.grow(Math.ceil(missing / PAGE));
    made.bytes.subarray(0, Math.max(0, this.touched - made.place)).fill(0);
    this.free = end;
    this.touched = Math.max(this.touched, end);
    return made;
  }

  /** Run something, and give back the memory of all arrays that it has made. */
  borrowing<T>(work: () => T): T {
    const before = this.free;
    try {
      return work();
    } finally {
      this.free = before;
    }
  }

  /** Call a function with what it takes; throws an EngineProblem for anything else, before it is called. */
  call(name: string, ...given: Argument[]): number {
    const declared = this.description.functions[name];
    const types = declared && Object.values(declared.takes);
    const called = this.functions[name];
    if (!types || !called || types.length !== given.length)
      throw new EngineProblem(`there is no function ${name} that takes ${given.length} things`);
    return called(...given.flatMap((one, i) => passed(name, types[i] ?? '', one))) ?? 0;
  }

  private grow(pages: number): void {
    try {
      this.memory.grow(pages);
    } catch {
      throw new EngineProblem('the browser has no more memory for the engine');
    }
  }
}

/** An argument as the numbers that the module wants. */
function passed(name: string, type: string, given: Argument): number[] {
  if (given instanceof EngineArray) {
    if (given.type === type) return [given.place, ...given.shape];
  } else if (typeof given === 'object') {
    if (given.type === type) return [given.place];
  } else if (type === 'bool' ? typeof given === 'boolean' : type === 'int' && Number.isSafeInteger(given)) {
    return [Number(given)];
  } else if (type === 'float' && typeof given === 'number') {
    return [given];
  }
  throw new EngineProblem(
    `${name} wants ${type}, not ${typeof given === 'object' ? given.type : String(given)}`,
  );
}

function inside(index: number, size: number): number {
  if (!Number.isInteger(index) || index < 0 || index >= size)
    throw new EngineProblem(`there is no number ${index} among ${size}`);
  return index;
}

function aligned(place: number): number {
  return Math.ceil(place / ALIGNMENT) * ALIGNMENT;
}
