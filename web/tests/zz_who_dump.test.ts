import { test } from 'vitest';
import { readFileSync } from 'node:fs';
import { tellEntries } from '../src/table/log';
import { eventSaid } from '../src/table/event_words';
test('dump', () => {
  for (const f of ['who-2','who-3p']) {
  const { entries, view } = JSON.parse(readFileSync(`/tmp/tools/${f}.json`, 'utf8'));
  const names: Record<string,string> = {W:'Amata',K:'Ninsun',B:'Enlil',R:'Shala',N:'Grey'};
  const c = { name: (s: string) => names[s] ?? s, you: 'W' as const, first: null, winners: view.winners };
  const t0 = performance.now();
  const lines = tellEntries(entries, c);
  const t1 = performance.now(); tellEntries(entries, c); const t2=performance.now();
  console.log(lines.map(l => `${l.ply}-${l.last} ${l.seat??'.'} ${l.kind}: ` + l.pieces.map(p=>p.tag?`<${p.tag}>${p.text}</>`:p.text).join('')).join('\n'));
  console.log(t1-t0, t2-t1);
  console.log(lines.slice(40,60).flatMap(l=>l.events.map(e=>e.clause+' '+eventSaid(e,c))).join('\n'));
  }
});
