/** Python's memory without its empty pages: nearly half of them are never written before a game begins. */

/** The pages of WebAssembly, of which a memory is a whole number; what stands before it in a snapshot is shorter. */
const WASM_PAGE = 1 << 16;
const PAGE = 4096;

/** What is kept: how long the memory is, which of its pages are not empty, what stands before it, and those pages. */
export function packed(snapshot: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const before = snapshot.length % WASM_PAGE;
  const memory = snapshot.subarray(before);
  const pages = Array.from({ length: memory.length / PAGE }, (_, i) => i).filter((i) => !isEmpty(memory, i));
  const facts = Uint32Array.of(memory.length, before, pages.length, ...pages);
  const result = new Uint8Array(facts.byteLength + before + pages.length * PAGE);
  result.set(new Uint8Array(facts.buffer));
  result.set(snapshot.subarray(0, before), facts.byteLength);
  pages.forEach((page, i) => result.set(pageOf(memory, page), facts.byteLength + before + i * PAGE));
  return result.buffer;
}

/** A packed memory, to be laid over another one of its size. */
export function unpacked(content: ArrayBuffer): {
  size: number;
  before: Uint8Array<ArrayBuffer>;
  lay: (memory: Uint8Array) => void;
} {
  const [size, before, count] = new Uint32Array(content, 0, 3) as unknown as [number, number, number];
  const pages = new Uint32Array(content, 12, count);
  const start = pages.byteOffset + pages.byteLength;
  const lay = (memory: Uint8Array) => {
    let next = 0;
    for (let page = 0; page * PAGE < size; page++)
      if (pages[next] === page)
        memory.set(new Uint8Array(content, start + before + next++ * PAGE, PAGE), page * PAGE);
      else if (!isEmpty(memory, page)) pageOf(memory, page).fill(0);
  };
  return { size, before: new Uint8Array(content.slice(start, start + before)), lay };
}

function pageOf(memory: Uint8Array, page: number): Uint8Array {
  return memory.subarray(page * PAGE, (page + 1) * PAGE);
}

/** Whether a page holds nothing; looked at by fours, for there are thousands of pages. */
function isEmpty({ buffer, byteOffset }: Uint8Array, page: number): boolean {
  const words = new Uint32Array(buffer, byteOffset + page * PAGE, PAGE / 4);
  for (let i = 0; i < words.length; i++) if (words[i]) return false;
  return true;
}
