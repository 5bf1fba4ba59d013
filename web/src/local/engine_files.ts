/** What a worker needs to think: the engine as WebAssembly, and a network. */
import { Network } from '../engine/searching';
import { fetched } from './python';

/** Where the engine and the network lie: whole addresses. */
export interface EngineFiles {
  engine: string;
  network: string;
}

export async function engineAndNetwork(
  files: EngineFiles,
): Promise<{ engine: ArrayBuffer; network: Network }> {
  const [engine, network] = await Promise.all([files.engine, files.network].map(fetched));
  return { engine: engine!, network: new Network(network!) };
}
