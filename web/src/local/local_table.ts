/** The table in this browser, asked as a server is: a worker answers (`table_worker.ts`). */
import type { LiveSocket, Transport } from '../api/transport';
import { fixedAnswer } from './fixed';
import { loading } from './loading.svelte';
import type { FromTable, TableFiles, ToTable } from './messages';
import { fileAddress } from './mode';

/** The code with which a server's websocket ends where there is no such game or job. */
const NOT_FOUND = 4404;
const BODYLESS = ['GET', 'HEAD'];

interface Waiting {
  resolve(answer: Response): void;
  reject(problem: Error): void;
}

class LocalTable implements Transport {
  #worker: Worker | null = null;
  #number = 0;
  readonly #waiting = new Map<number, Waiting>();
  readonly #sockets = new Map<number, LocalSocket>();

  /** Begin to load; whoever asks later waits less. */
  start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./table_worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromTable>) => this.#heard(data);
    worker.onerror = (event) => this.#failed(event.message || 'the worker could not be loaded');
    this.#worker = worker;
    this.#say({ type: 'start', files: files() });
    return worker;
  }

  async ask(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const fixed = fixedAnswer(request.method, pathname + search);
    if (fixed) return fetch(fixed);
    if (loading.problem) throw new Error(loading.problem);
    this.start();
    const body = BODYLESS.includes(request.method) ? '' : await request.text();
    // Games are worth keeping even where the browser would make room. Some browsers ask the person.
    if (request.method === 'POST' && pathname.endsWith('/games')) void navigator.storage?.persist?.();
    const id = ++this.#number;
    return new Promise<Response>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#say({ type: 'ask', id, method: request.method, target: pathname + search, body });
    });
  }

  live(game: string, options: string): LiveSocket {
    return this.#watch((id) => ({ type: 'watch', id, game, options }));
  }

  watchJob(key: string): LiveSocket {
    return this.#watch((id) => ({ type: 'watchJob', id, key }));
  }

  #watch(request: (id: number) => ToTable): LiveSocket {
    if (!loading.problem) this.start();
    const id = ++this.#number;
    const socket = new LocalSocket(() => {
      this.#sockets.delete(id);
      this.#say({ type: 'unwatch', id });
    });
    this.#sockets.set(id, socket);
    this.#say(request(id));
    return socket;
  }

  #say(message: ToTable): void {
    this.#worker?.postMessage(message);
  }

  #heard(message: FromTable): void {
    if (message.type === 'step') {
      loading.step = message.step;
      loading.fetched = message.fetched ?? null;
    } else if (message.type === 'failed') this.#failed(message.problem, message.keepsNothing);
    else if (message.type === 'trouble') loading.trouble = message.problem;
    else if (message.type === 'message') this.#sockets.get(message.id)?.hear(message.message);
    else {
      const { status, mediaType, body } = message;
      this.#waiting
        .get(message.id)
        ?.resolve(new Response(body, { status, headers: { 'Content-Type': mediaType } }));
      this.#waiting.delete(message.id);
    }
  }

  #failed(problem: string, keepsNothing = false): void {
    loading.problem = problem;
    loading.keepsNothing = keepsNothing;
    for (const one of this.#waiting.values()) one.reject(new Error(problem));
    this.#waiting.clear();
  }
}

/** The messages of a game or a job, as a WebSocket has them. */
class LocalSocket implements LiveSocket {
  onopen: LiveSocket['onopen'] = null;
  onmessage: LiveSocket['onmessage'] = null;
  onclose: LiveSocket['onclose'] = null;
  #open = false;

  constructor(readonly close: () => void) {}

  /** A message; null when no more will come. */
  hear(message: string | null): void {
    if (message === null) {
      this.close();
      this.onclose?.({ code: NOT_FOUND });
      return;
    }
    if (!this.#open) this.onopen?.();
    this.#open = true;
    this.onmessage?.({ data: message });
  }
}

function files(): TableFiles {
  return {
    pyodide: fileAddress('pyodide/'),
    sources: fileAddress('python/amyitis.zip'),
    engine: {
      engine: fileAddress('engine/amyitis.wasm'),
      network: fileAddress('engine/small.network'),
    },
  };
}

export const transport = new LocalTable();
