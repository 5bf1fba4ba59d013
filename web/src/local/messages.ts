/** What the page and the worker with the table say to each other. */
import type { PythonFiles } from './python';
import type { EngineFiles } from './engine_files';

/** The files that the worker fetches, by their whole addresses. */
export interface TableFiles extends PythonFiles {
  engine: EngineFiles;
}

export type ToTable =
  | { type: 'start'; files: TableFiles }
  | { type: 'ask'; id: number; method: string; target: string; body: string }
  | { type: 'watch'; id: number; game: string; options: string }
  | { type: 'watchJob'; id: number; key: string }
  | { type: 'unwatch'; id: number };

/** What is being done until the table is there; `game` is our own part. */
export type LoadingStep = 'python' | 'game' | 'ready';

/** How many bytes of what is fetched are there, unpacked. */
export interface Fetched {
  done: number;
  all: number;
}

export type FromTable =
  | { type: 'step'; step: LoadingStep; fetched?: Fetched }
  /** There will be no table; `keepsNothing`: for the browser keeps no games. */
  | { type: 'failed'; problem: string; keepsNothing: boolean }
  | { type: 'trouble'; problem: string }
  | { type: 'answer'; id: number; status: number; mediaType: string; body: string }
  /** A message of a game or a job; null when no more will come. */
  | { type: 'message'; id: number; message: string | null };
