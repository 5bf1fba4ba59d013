/** Whether the deals of a finished game were fair, worked out in this browser as far as it can. */
import { body, http } from '../api/http';
import type { components } from '../api/schema';
import { promiseOf, shareOf } from './kept';
import { readDeals, termsOf, type DealtRecord } from './record';
import { commitmentOf, dealOf, firstCommitment, sealOf, seedOf, SHARES } from './sums';

type Verdict = components['schemas']['FairVerdict'];

/** One thing that was looked at: by whom, whether it was well (null: it cannot be known), and the word for it. */
export interface Finding {
  key: string;
  here: boolean;
  well: boolean | null;
  facts?: Record<string, string | number>;
}

const HEX = /^[0-9a-f]{64}$/;

/** Look at everything: the promise, the shares, the seed and the deals here; set-up and moves by the server's rules. */
export async function check(text: string): Promise<Finding[]> {
  const record = readDeals(text);
  const replay = await body(http.POST('/api/v1/replays', { body: { record: text, ply: 0, replay: false } }));
  const here =
    record.headers['Deals'] === '2' ? await secondEdition(record, replay.fair) : await firstEdition(record);
  return [...here, ...byServer(replay.fair)];
}

async function secondEdition(record: DealtRecord, verdict: Verdict | null): Promise<Finding[]> {
  const { Id = '', Commitment = '', Secret = '', Shares = '' } = record.headers;
  const findings: Finding[] = [kept(Id, Commitment)];
  const terms = termsOf(record);
  const bound = terms === null ? null : (await commitmentOf(terms, Secret)) === Commitment;
  findings.push({ key: 'commitment', here: true, well: HEX.test(Secret) ? bound : false });
  findings.push(...(await shares(Id, Shares)));
  if (!HEX.test(Secret) || !verdict) return findings;
  const seed = await seedOf(Secret, Commitment, Shares);
  const from = Number(record.headers['DealsFrom'] ?? 0);
  const deals = record.deals.filter((_deal, i) => record.plies[i]! >= from);
  const players = Shares.split(' ').length;
  let well = 0;
  for (const [i, deal] of deals.entries())
    if ((await dealOf(seed, i + 1, Object.entries(verdict.deck), players)) === deal) well += 1;
  const whole = well === deals.length && deals.length === record.deals.length;
  findings.push({ key: 'deals', here: true, well: whole, facts: { n: well, all: record.deals.length } });
  return findings;
}

/** Whether the commitment is the one that this browser saw when the game began. */
function kept(game: string, commitment: string): Finding {
  const promised = promiseOf(game);
  const well = promised ? promised.commitment === commitment : null;
  return { key: 'kept', here: true, well, facts: { commitment: commitment.slice(0, 12) } };
}

/** Whether this browser's own share is in the seed, and whether the others opened what they had sealed. */
async function shares(game: string, text: string): Promise<Finding[]> {
  const seals = promiseOf(game)?.seals ?? {};
  let [own, others, given] = [null as boolean | null, null as boolean | null, 0];
  for (const one of text.split(' ')) {
    const [seat, share = ''] = one.split('=');
    if (HEX.test(share)) given += 1;
    const sealed = Object.entries(seals).find(([letter]) => letter === seat)?.[1];
    if (!sealed) continue;
    const same = HEX.test(share) ? (await sealOf(share)) === sealed : null;
    if (shareOf(sealed) !== undefined) own = (own ?? true) && same === true;
    else if (same !== null) others = (others ?? true) && same;
  }
  return [
    { key: 'given', here: true, well: given > 0 && SHARES.test(text), facts: { n: given } },
    { key: 'own', here: true, well: own },
    { key: 'others', here: true, well: others },
  ];
}

async function firstEdition({ headers }: DealtRecord): Promise<Finding[]> {
  const { Id = '', Commitment = '', Seed = '', Nonce = '' } = headers;
  const well = Commitment !== '' && (await firstCommitment(Seed, Nonce)) === Commitment;
  return [kept(Id, Commitment), { key: 'first', here: true, well }];
}

/** What the rules had to be asked for. */
function byServer(verdict: Verdict | null): Finding[] {
  if (!verdict) return [{ key: 'nothing', here: false, well: false }];
  const faults = verdict.faults.map(({ key }) => ({ key: `fault.${key}`, here: false, well: false }));
  const facts = { n: verdict.deals, all: verdict.all_deals };
  return [{ key: 'replayed', here: false, well: verdict.fair, facts }, ...faults];
}

/** Whether nothing was found to be wrong. */
export function isFair(findings: readonly Finding[]): boolean {
  return findings.every(({ well }) => well !== false);
}
