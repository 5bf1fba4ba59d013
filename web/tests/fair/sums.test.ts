import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bytesOf, hex, hmac, plainHmac, plainSha256, sha256 } from '../../src/fair/hashing';
import { readDeals, termsOf } from '../../src/fair/record';
import { commitmentOf, dealOf, sealOf, seedOf } from '../../src/fair/sums';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('hashing', () => {
  test('the small SHA-256 is the one of everybody, at every length around a block', () => {
    for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 200]) {
      const text = 'ä'.repeat(length);
      expect(hex(plainSha256(bytes(text)))).toBe(createHash('sha256').update(text).digest('hex'));
    }
  });

  test('so is HMAC, and the browser’s own gives the same', async () => {
    const key = bytesOf('11'.repeat(32));
    const wanted = createHmac('sha256', key).update('amyitis-deals-2:0:0').digest('hex');
    expect(hex(plainHmac(key, bytes('amyitis-deals-2:0:0')))).toBe(wanted);
    expect(hex(await hmac(key, 'amyitis-deals-2:0:0'))).toBe(wanted);
    expect(await sha256('x')).toBe(createHash('sha256').update('x').digest('hex'));
  });
});

describe('sums', () => {
  test('are those of the server: numbers from tests/game/deals/test_fair_deals.py and Game.new', async () => {
    const seed = bytesOf('11'.repeat(32));
    const two = Object.entries({ F: 2, T: 3, E: 2, M: 3, C: 0 });
    const four = Object.entries({ F: 5, T: 5, E: 4, M: 4, C: 4 });
    expect(await sealOf('22'.repeat(32))).toBe(
      '8054cfd537cc29218cc293f8e459294e05dc4409704be3c9343bcdff805b9437',
    );
    expect(await dealOf(seed, 1, two, 2)).toBe('deal:TEE/FTM');
    expect(await dealOf(seed, 1, four, 4)).toBe('deal:TEM/FTM/EMC/FTM');
    expect(await dealOf(seed, 2, two, 2)).not.toBe('deal:TEE/FTM');
  });

  test('the seed follows from all three: secret, commitment, shares', async () => {
    const found = new Set<string>();
    for (const secret of ['33'.repeat(32), '44'.repeat(32)])
      for (const shares of [`W=${'22'.repeat(32)} K=bot`, `W=${'22'.repeat(32)} K=late`, 'W=none K=bot'])
        found.add(hex(await seedOf(secret, await commitmentOf('terms', secret), shares)));
    expect(found.size, 'a word for a missing share changes nothing').toBe(4);
  });
});

describe('a record', () => {
  const text = [
    '[Game "Amyitis"]',
    '[Rules "1"]',
    '[Box "amyitis 0123456789ab"]',
    '[Start "amy1_players=WKB_rules=limited,palace_round=0_first=W"]',
    '[Id "abc"]',
    '[Shares "W=none K=bot B=late"]',
    '',
    '$ deal:FTE/FTM/TEM',
    'W peasant/1 top',
    '; round 1 0123456789abcdef',
    '$ deal:FFE/FTM/TEM',
  ].join('\n');

  test('says what was dealt and after how many moves', () => {
    const { headers, deals, plies } = readDeals(text);
    expect(headers['Id']).toBe('abc');
    expect(deals).toEqual(['deal:FTE/FTM/TEM', 'deal:FFE/FTM/TEM']);
    expect(plies).toEqual([0, 3]);
  });

  test('binds its terms, unless it went on from somewhere', () => {
    expect(termsOf(readDeals(text))?.split('\n')).toEqual([
      'amyitis-deals-2',
      'game: abc',
      'rules: 1',
      'box: 0123456789ab',
      'seats: W=person K=bot B=person',
      'switches: limited_supply,palace',
      'begins: drawn',
      'from: set-up',
    ]);
    expect(termsOf(readDeals(`[DealsFrom "0"]\n${text}`))).toBeNull();
  });
});
