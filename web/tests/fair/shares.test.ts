import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Game } from '../../src/api/types';

const asked = vi.hoisted(() => ({
  posts: [] as { path: string; body: unknown }[],
  answers: [] as unknown[],
}));
vi.hoisted(() => {
  globalThis.fetch = (async (request: Request) => {
    asked.posts.push({ path: new URL(request.url).pathname, body: await request.json() });
    return new Response(JSON.stringify(asked.answers.shift()), {
      headers: { 'Content-Type': 'application/json' },
    });
  }) as typeof fetch;
});

import { keepPromise, promiseOf, shareOf } from '../../src/fair/kept';
import { contribute, newSeal } from '../../src/fair/shares';
import { sealOf } from '../../src/fair/sums';

type Share = Game['fairness']['shares'][number];

function game(stage: Game['fairness']['stage'], shares: Partial<Share>[], commitment = 'c'): Game {
  const seats = [
    { seat: 'W', yours: true },
    { seat: 'K', yours: false },
  ];
  return { id: 'abc', seats, fairness: { stage, shares, commitment } } as unknown as Game;
}

beforeEach(() => {
  asked.posts.length = 0;
  asked.answers.length = 0;
  localStorage.clear();
});

describe('a browser’s part in the seed', () => {
  test('is kept with its seal, and shown only when the table asks', async () => {
    const seal = await newSeal();
    const share = shareOf(seal)!;
    expect(await sealOf(share)).toBe(seal);
    expect(await contribute(game('commit', [{ seat: 'W', state: 'sealed', seal, share: null }]))).toBeNull();
    expect(asked.posts).toEqual([]);
    asked.answers.push(game(null, [{ seat: 'W', state: 'given', seal, share }]));
    const after = await contribute(game('reveal', [{ seat: 'W', state: 'sealed', seal, share: null }]));
    expect(after?.fairness.stage).toBeNull();
    expect(asked.posts).toEqual([{ path: '/api/v1/games/abc/seats/W/share', body: { share } }]);
  });

  test('a rematch asks for a seal, and for the share behind it', async () => {
    asked.answers.push(game(null, []));
    await contribute(game('waiting', [{ seat: 'W', state: 'expected', seal: null, share: null }]));
    expect(asked.posts).toEqual([
      {
        path: '/api/v1/games/abc/seats/W/share',
        body: { seal: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      },
    ]);
  });

  test('nobody shows the share of another, or one that is not kept here', async () => {
    const other = { seat: 'K' as const, state: 'sealed' as const, seal: await newSeal(), share: null };
    const lost = { seat: 'W' as const, state: 'sealed' as const, seal: 'f'.repeat(64), share: null };
    expect(await contribute(game('reveal', [other, lost]))).toBeNull();
    expect(asked.posts).toEqual([]);
  });
});

describe('what was promised', () => {
  test('stays as it was first seen, whatever is told later', () => {
    keepPromise(game('waiting', [{ seat: 'K', seal: 's', share: null }], 'first'));
    keepPromise(game('reveal', [{ seat: 'K', seal: 'other', share: 'x' }], 'second'));
    keepPromise(game(null, [], 'third'));
    expect(promiseOf('abc')).toEqual({ commitment: 'first', seals: { K: 's' } });
  });
});
