/**
 * The games of this browser, in IndexedDB: a head for each, which says how it stands, and its log, which is only
 * appended to. The methods are those that `amyitis.local.store.Store` describes: JSON goes in and comes out.
 */

interface Entry {
  ply: number;
}

interface Head {
  id: string;
  ply: number;
  seating: number;
}

interface Change {
  id: string;
  before: [ply: number, seating: number] | null;
  head: Head | null;
  entries: Entry[];
}

type Outcome = 'kept' | 'taken' | 'full';

const NAME = 'amyitis';
const VERSION = 1;
const HEADS = 'heads';
const LOG = 'log';
const FACTS = 'facts';
/** The browser keeps nothing for this page: a private window of some browsers, or storage that is switched off. */
export class KeepsNothing extends Error {}

/** An abort of our own: a head was another one. */
class Taken extends Error {}

/** The database, made if there is none yet; throws KeepsNothing. */
export async function openGames(onChange: (game: string) => void): Promise<GamesDb> {
  try {
    const opening = indexedDB.open(NAME, VERSION);
    opening.onupgradeneeded = () => {
      const db = opening.result;
      db.createObjectStore(HEADS, { keyPath: 'id' });
      db.createObjectStore(LOG, { keyPath: ['game', 'ply'] });
      db.createObjectStore(FACTS);
    };
    return new GamesDb(await done(opening), onChange);
  } catch (problem) {
    throw new KeepsNothing(String(problem));
  }
}

export class GamesDb {
  /** @param onChange called with the id of a game that was changed here */
  constructor(
    private readonly db: IDBDatabase,
    private readonly onChange: (game: string) => void,
  ) {
    db.onversionchange = () => db.close(); // a newer page waits for us
  }

  async head(game: string): Promise<string> {
    return asJson(await done<Head | undefined>(this.#read(HEADS).get(game)));
  }

  async heads(): Promise<string> {
    return asJson(await done(this.#read(HEADS).getAll()));
  }

  async log(game: string): Promise<string> {
    const entries = await done<(Entry & { game: string })[]>(this.#read(LOG).getAll(all(game)));
    return asJson(entries.map(({ game: _game, ...entry }) => entry));
  }

  /** Make changes, all or none; the promise is kept when they are safe. */
  async write(text: string): Promise<string> {
    const changes = JSON.parse(text) as Change[];
    const outcome = await this.#written([HEADS, LOG], async (work) => {
      const [heads, log] = [work.objectStore(HEADS), work.objectStore(LOG)];
      for (const { id, before, head, entries } of changes) {
        const known = await done<Head | undefined>(heads.get(id));
        if (known?.ply !== before?.[0] || known?.seating !== before?.[1]) throw new Taken();
        if (head) heads.put(head);
        else {
          heads.delete(id);
          log.delete(all(id));
        }
        for (const entry of entries) log.add({ game: id, ...entry });
      }
    });
    if (outcome === 'kept') for (const { id } of changes) this.onChange(id);
    return asJson(outcome);
  }

  async fact(name: string): Promise<string> {
    return (await done<string | undefined>(this.#read(FACTS).get(name))) ?? 'null';
  }

  async keep_fact(name: string, value: string): Promise<string> {
    return asJson(
      await this.#written([FACTS], async (work) => void work.objectStore(FACTS).put(value, name)),
    );
  }

  /** Keep something where this was kept before: of two tabs, the second is told that it came too late. */
  async change_fact(name: string, before: string, value: string): Promise<string> {
    const change = async (work: IDBTransaction) => {
      const facts = work.objectStore(FACTS);
      const known = (await done<string | undefined>(facts.get(name))) ?? 'null';
      if (known !== before) throw new Taken();
      facts.put(value, name);
    };
    return asJson(await this.#written([FACTS], change));
  }

  #read(store: string): IDBObjectStore {
    return this.db.transaction(store).objectStore(store);
  }

  /** Do some work in one transaction; what became of it once it is on the disk, or nothing was done. */
  async #written(stores: string[], work: (on: IDBTransaction) => Promise<void>): Promise<Outcome> {
    const transaction = this.db.transaction(stores, 'readwrite', { durability: 'strict' });
    const ended = new Promise<Outcome>((resolve, reject) => {
      transaction.oncomplete = () => resolve('kept');
      transaction.onabort = () => {
        if (isFull(transaction.error)) resolve('full');
        else reject(transaction.error ?? new Taken());
      };
    });
    try {
      await work(transaction);
    } catch (problem) {
      if (problem instanceof Taken) {
        transaction.abort();
        await ended.catch(() => {});
        return 'taken';
      }
      if (!isFull(problem)) throw problem;
    }
    return ended;
  }
}

function all(game: string): IDBKeyRange {
  return IDBKeyRange.bound([game, 0], [game, Infinity]);
}

function isFull(problem: unknown): boolean {
  return problem instanceof DOMException && problem.name === 'QuotaExceededError';
}

function asJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });
}
