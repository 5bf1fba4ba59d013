/** Talk arrives twice, over the websocket and in answers, in any order: each message is shown once, with one bubble. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cleanup, render, screen } from '@testing-library/svelte';
import { UNDISTURBED, type Game, type Said, type TalkModel } from '../../../src/api/types';
import { Room } from '../../../src/table/room/room.svelte';
import LogAndTalk from '../../../src/table/talk/LogAndTalk.svelte';
import { bubbles, TableTalk } from '../../../src/table/talk/talk.svelte';
import { twoPlayers as view } from '../../views';

const answers: { talk: TalkModel; when: Promise<void> }[] = [];

function message(id: number, text: string, seat: 'W' | 'K' = 'K'): Said {
  return { id, seat, name: 'Ben', by: seat, yours: seat === 'W', at: 0, kind: 'text', text, links: false };
}

/** Let the next request be answered; return what releases the answer. */
function answer(...said: Said[]): () => void {
  let release = () => {};
  const when = new Promise<void>((resolve) => (release = resolve));
  answers.push({ talk: { on: true, side: 'table', said, muted: [] }, when });
  return release;
}

const shown = (talk: TableTalk) => talk.messages.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  answers.length = 0;
  delete bubbles.W;
  delete bubbles.K;
  vi.stubGlobal('fetch', async () => {
    const { talk, when } = answers.shift()!;
    await when;
    return Response.json(talk);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what was said before one came has no bubble, whichever way it arrives first', async () => {
  const talk = new TableTalk('game');
  const release = answer(message(1, 'old'));
  const entering = talk.enter();
  talk.receive('table', [message(1, 'old')]);
  release();
  await entering;
  expect([shown(talk), talk.unread, bubbles.K]).toEqual([['old'], 0, undefined]);
});

test('a message that overtakes the first answer is kept, and has its bubble', async () => {
  const talk = new TableTalk('game');
  const release = answer();
  const entering = talk.enter();
  talk.receive('table', [message(1, 'overtaking')]);
  release();
  await entering;
  expect([shown(talk), talk.unread, bubbles.K?.text]).toEqual([['overtaking'], 1, 'overtaking']);
});

test('a message that first comes in the answer to my own has its bubble; mine has none', async () => {
  const talk = new TableTalk('game');
  answer()();
  await talk.enter();
  answer(message(1, 'mine', 'W'), message(2, 'reply'))();
  await talk.say({ text: 'mine' });
  talk.receive('table', [message(1, 'mine', 'W'), message(2, 'reply')]);
  expect([shown(talk), talk.unread]).toEqual([['mine', 'reply'], 1]);
  expect([bubbles.W?.text, bubbles.K?.text]).toEqual([undefined, 'reply']);
});

test('an answer that is older than the websocket removes nothing, and a muted person goes', async () => {
  const talk = new TableTalk('game');
  answer()();
  await talk.enter();
  const release = answer(message(1, 'mine', 'W'));
  const saying = talk.say({ text: 'mine' });
  talk.receive('table', [message(1, 'mine', 'W'), message(2, 'reply')]);
  release();
  await saying;
  expect(shown(talk)).toEqual(['mine', 'reply']);
  answers.push({
    talk: { on: true, side: 'table', said: [message(1, 'mine', 'W')], muted: [{ by: 'K', name: 'Ben' }] },
    when: Promise.resolve(),
  });
  await talk.mute('K', true);
  expect(shown(talk)).toEqual(['mine']);
});

test('whoever plays against bots alone is not asked to talk to them; watchers and people are', () => {
  const tabs = (...seats: object[]) => {
    const room = new Room('game');
    const known = seats.map((one, i) => ({ seat: view.seats[i]!.seat, name: '', kind: 'person', ...one }));
    const game = { ...UNDISTURBED, ply: 0, seats: known, view, over: false, legal: null, entries: [] };
    room.game = game as unknown as Game;
    const talk = new TableTalk('game');
    talk.on = true;
    render(LogAndTalk, { room, talk });
    const found = screen.queryAllByRole('tab').length;
    cleanup();
    return found;
  };
  const bot = { kind: 'bot', bot: 'Steward' };
  expect(tabs({ yours: true }, bot)).toBe(0);
  expect(tabs({ yours: true }, {})).toBe(2);
  expect(tabs({ yours: true }, { kind: 'open' })).toBe(2);
  expect(tabs({ yours: true }, { ...bot, returnable: true })).toBe(2);
  expect(tabs(bot, bot)).toBe(2);
});
