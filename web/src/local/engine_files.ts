/** What a worker needs to think: the engine as WebAssembly, and a network. */
import type { NetworkFiles } from '../engine/searching';
import { fetched } from './python';

/** Where the engine and the network lie: whole addresses. */
export interface EngineFiles {
  engine: string;
  card: string;
  weights: string;
}

export async function networkFiles(
  files: EngineFiles,
): Promise<{ engine: ArrayBuffer; network: NetworkFiles }> {
  const names = [files.engine, files.card, files.weights];
  const [engine, card, weights] = await Promise.all(names.map(fetched));
  const told = JSON.parse(new TextDecoder().decode(card)) as NetworkFiles['card'];
  return { engine: engine!, network: { card: told, weights: weights! } };
}
