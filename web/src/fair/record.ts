/** What the text of a record says of its deals. Moves are not read here: the rules are the server's. */

export interface DealtRecord {
  headers: Record<string, string>;
  /** Every deal in its order, as written. */
  deals: string[];
  /** How many moves and deals there are before each deal. */
  plies: number[];
}

export function readDeals(text: string): DealtRecord {
  const dealt: DealtRecord = { headers: {}, deals: [], plies: [] };
  let ply = 0;
  for (const line of text.split(/\r?\n/)) {
    const header = /^\[([A-Za-z][A-Za-z0-9]*) "((?:[^"\\]|\\["\\])*)"\]$/.exec(line.trim());
    if (header) {
      dealt.headers[header[1]!] = header[2]!.replace(/\\(.)/g, '$1');
      continue;
    }
    const [seat, ...tokens] = line.replace(/;.*/, '').trim().split(/\s+/);
    for (const token of tokens) {
      if (seat === '$') {
        dealt.deals.push(token);
        dealt.plies.push(ply);
      }
      ply += 1;
    }
  }
  return dealt;
}

const SWITCHES = {
  limited: 'limited_supply',
  palace: 'palace',
  lap: 'full_lap',
  nobles: 'unlimited_noble',
  duel: 'open_duel',
};

/**
 * The terms that the commitment of a whole game binds, from its record; null where the game went on from somewhere: there
 * a position is bound that only the rules can work out.
 */
export function termsOf({ headers }: DealtRecord): string | null {
  const part = (name: string) => new RegExp(`_${name}=([^_]*)`).exec(headers['Start'] ?? '')?.[1] ?? '';
  if (headers['DealsFrom'] !== undefined) return null;
  const on = part('rules').split(',');
  const switches = Object.entries(SWITCHES).flatMap(([short, name]) => (on.includes(short) ? [name] : []));
  return [
    'amyitis-deals-2',
    `game: ${headers['Id'] ?? ''}`,
    `rules: ${headers['Rules'] ?? ''}`,
    `box: ${(headers['Box'] ?? '').split(' ').at(-1)}`,
    `seats: ${(headers['Shares'] ?? '').replace(/=[^ ]+/g, (share) => (share === '=bot' ? '=bot' : '=person'))}`,
    `switches: ${switches.join(',') || 'none'}`,
    `begins: ${headers['First'] ?? 'drawn'}`,
    'from: set-up',
  ].join('\n');
}
