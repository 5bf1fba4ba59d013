/** Counts the bytes of files while something fetches them: Pyodide fetches its own by itself. */

/** Do a piece of work; `tell` hears how many bytes have come by then, unpacked. */
export async function counting<T>(work: () => Promise<T>, tell: (bytes: number) => void): Promise<T> {
  const { fetch } = globalThis;
  let bytes = 0;
  const counter = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        tell((bytes += chunk.length));
        controller.enqueue(chunk);
      },
    });
  globalThis.fetch = async (...request) => {
    const { body, status, headers, ok } = await fetch(...request);
    return new Response(ok && body ? body.pipeThrough(counter()) : body, { status, headers });
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
  }
}
