/** What the page without a server needs of a browser. */

/** The smallest module with an instruction for several numbers at once: a function that makes sixteen bytes of one. */
const SEVERAL_AT_ONCE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
]);

/** What this browser lacks, by the names that the makers of browsers have for it. */
export function lacking(): string[] {
  const has: [name: string, there: boolean][] = [
    ['WebAssembly SIMD', typeof WebAssembly === 'object' && WebAssembly.validate(SEVERAL_AT_ONCE)],
    ['module workers', moduleWorkers()],
    ['IndexedDB', typeof indexedDB === 'object'],
    ['BroadcastChannel', typeof BroadcastChannel === 'function'],
  ];
  return has.filter(([, there]) => !there).map(([name]) => name);
}

/** A browser that knows of modules in workers asks for the kind of a worker before it starts one. */
function moduleWorkers(): boolean {
  let optionsRead = false;
  const options = {
    get type(): 'module' {
      optionsRead = true;
      return 'module';
    },
  };
  try {
    new Worker('data:text/javascript,', options).terminate();
  } catch {
    return optionsRead; // the address is refused, but only after the options were read
  }
  return optionsRead;
}
