/** The page looks into the box of the game on the table; each box is asked for once. */
import { afterEach, expect, it, vi } from 'vitest';
import { boxNumbers, lookInto, theBox } from '../../../src/facts.svelte';

afterEach(() => {
  lookInto();
  vi.unstubAllGlobals();
});

it('takes the numbers of the box that a game is played with', async () => {
  const asked: string[] = [];
  const other = {
    ...theBox(),
    digest: '0123456789ab',
    engineer: { prestige: 9 },
  };
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(new URL(request.url).search);
    return Promise.resolve(Response.json(other));
  });
  expect(boxNumbers().engineer).toBe(2);
  lookInto('an owner’s 0123456789ab');
  expect(boxNumbers().engineer).toBe(0);
  await vi.waitFor(() => expect(boxNumbers().engineer).toBe(9));
  lookInto('amyitis 9838a9770713');
  expect(boxNumbers().engineer).toBe(2);
  lookInto('an owner’s 0123456789ab');
  expect(boxNumbers().engineer).toBe(9);
  expect(asked).toEqual(['?digest=0123456789ab']);
});
