/** The own server: asked over HTTP, told over websockets. */
import type { LiveSocket, Transport } from './transport';

export const transport: Transport = {
  ask: (request) => fetch(request),
  live: (game, asked) => {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(`${scheme}//${location.host}/api/v1/games/${game}/live?${asked}`) as LiveSocket;
  },
};
