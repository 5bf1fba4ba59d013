/** The sums of fair deals, second edition: `docs/explanation/fair-deals.md` has them in words, `game/deals/fair_deals.py` for the server. */
import { bytesOf, hmac, sha256 } from './hashing';

/** The seal of a share: what is shown before the share is. */
export function sealOf(share: string): Promise<string> {
  return sha256(`amyitis-share-2:${share}`);
}

/** The commitment to a secret, under the terms of its game. */
export function commitmentOf(terms: string, secret: string): Promise<string> {
  return sha256(`${terms}\nsecret: ${secret}`);
}

/** The commitment of the first edition. */
export function firstCommitment(seed: string, nonce: string): Promise<string> {
  return sha256(`amyitis-deals-1:${seed}:${nonce}`);
}

/** The one way to write shares. */
export const SHARES = /^[WKBR]=([0-9a-f]{64}|late|none|bot)( [WKBR]=([0-9a-f]{64}|late|none|bot)){1,3}$/;

/** The seed of a game: seats without a share count alike, whatever word stands there. */
export function seedOf(secret: string, commitment: string, shares: string): Promise<Uint8Array<ArrayBuffer>> {
  return hmac(bytesOf(secret), `${commitment}\n${shares.replace(/=(late|none|bot)(?= |$)/g, '=-')}`);
}

const WORDS = 8;

/** Random words of a part of a game: 0 is the set-up, the deals follow. */
class Draws {
  #place = 0;
  #block: DataView | null = null;

  constructor(
    private readonly seed: Uint8Array<ArrayBuffer>,
    private readonly part: number,
  ) {}

  async below(limit: number): Promise<number> {
    const word = this.#place % WORDS;
    if (word === 0) {
      const block = await hmac(this.seed, `amyitis-deals-2:${this.part}:${this.#place / WORDS}`);
      this.#block = new DataView(block.buffer);
    }
    this.#place += 1;
    return Number((BigInt(this.#block!.getUint32(4 * word)) * BigInt(limit)) >> 32n);
  }
}

const GROUP = 3;

/**
 * A deal as the notation writes it: from a deck (letters and how many of each, in the order of the crafts) each card in
 * turn is the one at a drawn place among those left; three make a group, written in the order of the crafts.
 */
export async function dealOf(
  seed: Uint8Array<ArrayBuffer>,
  number: number,
  deck: readonly (readonly [string, number])[],
  players: number,
): Promise<string> {
  const draws = new Draws(seed, number);
  const left = deck.map(([letter, count]) => ({ letter, count }));
  const groups: string[] = [];
  for (let group = 0; group < players; group++) {
    let cards = '';
    for (let card = 0; card < GROUP; card++) {
      let place = await draws.below(left.reduce((sum, { count }) => sum + count, 0));
      const drawn = left.find(({ count }) => (place -= count) < 0)!;
      drawn.count -= 1;
      cards += drawn.letter;
    }
    groups.push(deck.map(([letter]) => letter.repeat(cards.split(letter).length - 1)).join(''));
  }
  return `deal:${groups.join('/')}`;
}
