// A bot in JavaScript: amyitis match "process:node examples/bots/gardener.mjs" random --games 2
// It plants where it can, and passes only if there is nothing else to do.
import { createInterface } from 'node:readline';

let legal = [];

for await (const line of createInterface({ input: process.stdin })) {
  const [word, ...rest] = line.split(' ');
  if (word === 'amyitis') console.log('ready');
  else if (word === 'legal') legal = rest;
  else if (word === 'choose') {
    const planting = legal.find((move) => move.startsWith('plant:'));
    console.log(`move ${planting ?? legal.find((move) => move !== 'pass') ?? 'pass'}`);
  } else if (word === 'quit') break;
}
