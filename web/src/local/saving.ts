/** Saves what a server would send as a file. */
import { transport } from '../api/transport';

/** Ask for something, and have the browser save the answer: a record without a name is called like its game. */
export async function save(path: string, name: string): Promise<void> {
  const answer = await transport.ask(new Request(new URL(path, location.href)));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name || `${path.split('/').at(-2) ?? 'game'}.amy`;
  link.click();
  URL.revokeObjectURL(link.href);
}
