/** With an owner's box the sentences repeat what is printed there, in every language. */
import { afterAll, describe, expect, it } from 'vitest';
import type { Box } from '../../../src/api/types';
import { marketName, putBox } from '../../../src/facts.svelte';
import { speak, t, type Language } from '../../../src/strings/index.svelte';
import type { TipContext } from '../../../src/table/tooltip/tip';
import { spokenTip, tipOf } from '../../../src/table/tooltip/tips';
import { box as standard, palace as view } from '../../views';

const owners = {
  ...standard,
  cities: standard.cities.map((city) => (city.kind === 'market' ? { ...city, name: 'Kish' } : city)),
  engineer: { prestige: 41 },
  marduk: { prestige: [42, 43] },
  palace: {
    courtier: { steps: 44 },
    noble: { talents: 45, steps: 46 },
    minor: { steps: 47, talents: 48 },
  },
} as unknown as Box;

const context: TipContext = {
  view,
  me: null,
  deciding: false,
  options: [],
  reason: null,
  name: (seat) => seat,
};
const said = (place: string, at: TipContext = context) => spokenTip(tipOf(place, at)!).match(/\d+/g);

afterAll(async () => {
  putBox(standard);
  await speak('en');
});

describe.each<Language>(['en', 'de', 'cs', 'fr'])('in %s', (language) => {
  it('tooltips and prompts take their numbers from the box', async () => {
    await speak(language);
    putBox(owners);
    expect(said('craft:1/engineer')).toContain('41');
    expect(said('temple:marduk')).toEqual(['42', '43']);
    expect(said('temple:marduk', { ...context, view: { ...view, players: 2 } })).toEqual(['42']);
    expect(said('craft:1/courtier')).toContain('44');
    expect(said('noble')).toEqual(['46']);
    expect(said('bonus:courtier')).toEqual(['47', '48']);
    expect(t('ask.engineerHint', { n: 7, engineer: 41 })).toContain('41');
    expect(t('scoring.babylon', { city: marketName() })).toContain('Kish');
  });

  it('the lesson takes its numbers from the box', async () => {
    await speak(language);
    const numbers = { engineer: 51, banker: 52, marduk: 54, sale: 55, favour: 56 };
    const told = (key: Parameters<typeof t>[0]) => t(key, numbers);
    expect(told('learn.engineer.text')).toContain('51');
    expect(told('learn.court.text')).toContain('52');
    expect(told('learn.watch.new-round')).toContain('52');
    expect(told('learn.temple.text')).toContain('54');
    expect(told('learn.watch.temples')).toContain('54');
    expect(told('learn.watch.last-procession')).toContain('54');
    expect(told('learn.watch.their-sale')).toContain('55');
    expect(told('learn.scoring.text')).toContain('56');
  });
});
