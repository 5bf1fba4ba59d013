import { afterEach, expect, test } from 'vitest';
import { Refused, Unreachable } from '../../src/api/problems';
import type { Problem } from '../../src/api/types';
import { inWords, recordInWords } from '../../src/page/refusal';
import { LANGUAGES, speak } from '../../src/strings/index.svelte';

afterEach(() => speak('en'));

function refused(kind: string, facts: object): Refused {
  const type = `urn:amyitis:problem:${kind}`;
  return new Refused({
    type,
    title: '',
    status: 400,
    detail: 'line 7: is not a header',
    ...facts,
  } as Problem);
}

test('what is wrong with a record is said in every language, with its line', async () => {
  const wrong = [
    refused('malformed', { line: 7 }),
    refused('malformed', { line: 7, key: 'drift' }),
    refused('illegal-move', { line: 7, token: 'dig:a1-b1', clause: '8.3' }),
    refused('malformed', {}),
  ];
  const said = new Set<string>();
  for (const language of LANGUAGES) {
    await speak(language);
    for (const [i, problem] of wrong.entries()) {
      const words = recordInWords(problem);
      said.add(words);
      expect(words).not.toContain('header');
      expect(words.includes('7')).toBe(i < 3);
    }
    expect(recordInWords(wrong[2])).toContain('dig:a1-b1');
  }
  expect(said.size).toBe(16);
  await speak('en');
  expect(recordInWords(new Unreachable(''))).toContain('does not answer');
});

test('limits and seats are refused in every language, with their numbers; the rest as the server says it', async () => {
  const facts = { most: 40, minutes: 7 };
  const keys = ['expensive_bots_per_hour', 'games_per_hour', 'people_per_hour', 'running_games'];
  const seats = [
    ...['requests_per_second', 'cookie_first', 'seat_taken', 'one_seat', 'holder_here'],
    ...['seat_open', 'seat_bots', 'game_over'],
  ];
  const said = new Set<string>();
  for (const language of LANGUAGES) {
    await speak(language);
    for (const key of [...keys, ...seats]) {
      const words = inWords(refused('limit', { key, facts }));
      said.add(words);
      expect(words).not.toContain('header');
      expect(words.includes('40')).toBe(keys.includes(key));
      expect(words.includes('7')).toBe(key.endsWith('_per_hour'));
    }
    expect(inWords(refused('limit', { key: 'something_new' }))).toBe('Line 7: is not a header.');
  }
  expect(said.size).toBe(LANGUAGES.length * (keys.length + seats.length));
});
