/** The page looks into the box of the game on the table; each box is asked for once. */
import { afterEach, expect, it, vi } from 'vitest';
import { boxAddress, boxNumbers, lookInto, rulesAddress, theBox } from '../../../src/facts.svelte';
import { tipOf } from '../../../src/table/tooltip/tips';
import { twoPlayers as two } from '../../views';

afterEach(() => {
  lookInto();
  vi.unstubAllGlobals();
});

it('takes the numbers of the box that a game is played with', async () => {
  const asked: string[] = [];
  const other = {
    ...theBox(),
    digest: '0123456789ab',
    own: false,
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
  expect(rulesAddress('6.5')).toBe('/rules/6.5?of=0123456789ab');
  expect(boxAddress()).toBe('/rules?box&of=0123456789ab');
  lookInto('amyitis 69893bf00ce9');
  expect(boxNumbers().engineer).toBe(2);
  expect(rulesAddress('6.5')).toBe('/rules/6.5');
  lookInto('an owner’s 0123456789ab');
  expect(boxNumbers().engineer).toBe(9);
  expect(asked).toEqual(['?digest=0123456789ab']);
});

it('knows that everybody has a Caravaneer of level 0, and nobody a Banker', () => {
  const [seat] = two.seats;
  const view = { ...two, seats: [{ ...seat!, caravaneer: 0, banker: 0 }] };
  const context = { view, me: null, deciding: false, options: [], reason: null, name: (one: string) => one };
  expect(tipOf(`held:${seat!.seat}/caravaneer`, context)?.title).toBe('Caravaneer 0');
  expect(tipOf(`held:${seat!.seat}/caravaneer`, context)?.rows[0]?.lines[0]?.text).toContain('keep 2 goods');
  expect(tipOf(`held:${seat!.seat}/banker`, context)?.title).toBe('no Banker yet');
});

it('says what the crown, the goods limit, the favour and the tiles that are left mean', () => {
  const context = { view: two, me: null, deciding: false, options: [], reason: null, name: () => 'Amata' };
  const told = ['first', 'limit', 'favour', 'left'].map((kind) => {
    const tip = tipOf(kind === 'left' ? kind : `${kind}:W`, context)!;
    return `${tip.title}: ${tip.rows[0]!.lines[0]!.text} ${tip.clause}`;
  });
  expect(told).toEqual([
    'first player: Amata: begins the round; at its end the card goes to the left 10.7',
    expect.stringMatching(/^\d of at most 2 goods: you may hold more during the round; .* 10\.6$/),
    expect.stringMatching(/^Amyitis’ favour: \d tiles?; with \d more \+\d+ prestige at the end 11\.2$/),
    expect.stringMatching(/^\d+ tiles left: .*once only \d are left, the round is the last 11\.1$/),
  ]);
});
