/** The own server: asked over HTTP, told over websockets. */
import type { LiveSocket, Transport } from './transport';

export const transport: Transport = {
  ask: (request) => fetch(request),
  live: (game, asked) => socket(`games/${game}/live?${asked}`),
  watchJob: (key) => socket(`jobs/${key}/live`),
};

function socket(path: string): LiveSocket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(`${scheme}//${location.host}/api/v1/${path}`) as LiveSocket;
}
