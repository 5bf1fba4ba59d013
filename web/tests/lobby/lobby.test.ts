import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

interface Asked {
  method: string;
  path: string;
  body: unknown;
}
/** The server of these tests: what was asked of it, and what it answers by method and path. */
const server = vi.hoisted(() => {
  const it = { asked: [] as Asked[], answers: new Map<string, { status: number; body: unknown }>() };
  globalThis.fetch = (async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/v1', '');
    const text = await request.clone().text();
    it.asked.push({ method: request.method, path, body: text ? (JSON.parse(text) as unknown) : null });
    const found = it.answers.get(`${request.method} ${path}`) ?? { status: 404, body: problem('not-found') };
    return new Response(JSON.stringify(found.body), {
      status: found.status,
      headers: { 'Content-Type': 'application/json' },
    });
  }) as typeof fetch;
  function problem(kind: string, detail = kind) {
    return { type: `urn:amyitis:problem:${kind}`, title: kind, status: 400, detail };
  }
  return { ...it, problem };
});

import Join from '../../src/lobby/seats/Join.svelte';
import { Lists } from '../../src/lobby/tables/lists.svelte';
import OpenTables from '../../src/lobby/tables/OpenTables.svelte';
import { askForLevels } from '../../src/lobby/start/levels.svelte';
import { NO_SWITCHES } from '../../src/lobby/start/new_game';
import QuickGame from '../../src/lobby/start/QuickGame.svelte';
import MyGames from '../../src/lobby/tables/MyGames.svelte';
import { me, settleName } from '../../src/page/me.svelte';
import PageHeader from '../../src/page/bar/PageHeader.svelte';
import { preferences } from '../../src/preferences.svelte';
import { onePassed as view } from '../views';

class SilentSocket {
  close() {}
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  server.asked.length = 0;
  server.answers.clear();
  answer('GET /me', { known: true, name: 'Amata' });
  localStorage.clear();
  Object.assign(me, { name: '', draft: '', trouble: '' });
  history.pushState(null, '', '/');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function answer(route: string, body: unknown, status = 200) {
  server.answers.set(route, { status, body });
}
function posted(path: string): unknown {
  return server.asked.find((one) => one.method === 'POST' && one.path === path)?.body;
}
function seats(second: object) {
  const one = { seat: 'W', name: 'Ninsun', kind: 'person', bot: null, yours: false, returnable: false };
  return [one, { ...one, seat: 'K', name: '', ...second }];
}
const fairness = { stage: null, shares: [], commitment: '' };
function table(second: object, more: object = {}) {
  return {
    id: 'abc',
    ply: 3,
    name: '',
    public: false,
    yours: false,
    over: false,
    seats: seats(second),
    view,
    ...more,
  };
}

describe('the quick game', () => {
  test('is asked for as it was chosen, under the name that was typed', async () => {
    answer('POST /me', { known: true, name: 'Amata' });
    answer('POST /games', { game: { id: 'new', seats: [], fairness }, invitations: {}, keys: {} }, 201);
    render(QuickGame);
    await fireEvent.input(screen.getByLabelText('Your name'), { target: { value: 'Amata' } });
    await fireEvent.click(screen.getByRole('radio', { name: '3 bots' }));
    await fireEvent.click(screen.getByRole('radio', { name: /Nebuchadnezzar/ }));
    await fireEvent.click(screen.getByRole('radio', { name: 'Red' }));
    await fireEvent.click(screen.getByRole('radio', { name: 'Me last' }));
    await fireEvent.click(screen.getByRole('switch', { name: /Palace/ }));
    await fireEvent.click(screen.getByRole('button', { name: 'Play now' }));
    await waitFor(() => expect(location.pathname).toBe('/table/new'));
    expect(posted('/me')).toEqual({ name: 'Amata' });
    expect(posted('/games')).toMatchObject({
      colours: 'RWKB',
      first: 1,
      switches: {
        palace: true,
        limited_supply: false,
        full_lap: false,
        unlimited_noble: false,
        open_duel: false,
      },
      seal: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('has a stair of eight levels with the ratings that the server measured, and begins with the gentlest', async () => {
    const measured = { against: null, win_rate: null, interval: null, games: null };
    const offered = [
      'Water carrier',
      'Apprentice',
      'Scribe',
      'Steward',
      'Astronomer',
      'Architect',
      'Governor',
    ];
    answer('GET /bots', {
      levels: [...offered, 'Nebuchadnezzar'],
      measured: [{ ...measured, name: 'Scribe', rating: 801 }],
      names: [],
    });
    answer('POST /me', { known: true, name: 'Amata' });
    answer('POST /games', { game: { id: 'new' }, invitations: {}, keys: {} }, 201);
    await askForLevels();
    render(QuickGame);
    const stair = within(screen.getByRole('group', { name: 'Level' }));
    expect(stair.getAllByRole('radio')).toHaveLength(8);
    expect(stair.getByRole('radio', { name: /Scribe counts well, ignores the others 801/ })).toBeTruthy();
    expect(stair.getByRole<HTMLInputElement>('radio', { name: /Water carrier/ }).checked).toBe(true);
    await fireEvent.click(screen.getByRole('button', { name: 'Play now' }));
    await waitFor(() => expect(posted('/games')).toBeTruthy(), { timeout: 5000 });
    expect(posted('/games')).toMatchObject({
      seats: [{ kind: 'me' }, { kind: 'bot', bot: 'Water carrier' }],
    });
  });

  test('shows a refusal beside the button and keeps every choice', async () => {
    answer('POST /games', server.problem('limit', 'at most 100 games at a time'), 429);
    render(QuickGame);
    await fireEvent.click(screen.getByRole('radio', { name: '1 bot' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Play now' }));
    expect((await screen.findByRole('alert')).textContent).toBe('At most 100 games at a time.');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '1 bot' }).checked).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Play now' }).disabled).toBe(false);
    expect(location.pathname).toBe('/');
  });

  test('a name that is refused says so at the name, and no game is begun', async () => {
    answer('POST /me', server.problem('malformed', 'a name has 1 to 24 letters'), 400);
    render(QuickGame);
    const field = screen.getByLabelText('Your name');
    await fireEvent.input(field, { target: { value: 'Too long' } });
    await fireEvent.click(screen.getByRole('button', { name: 'Play now' }));
    await screen.findByText('A name has 1 to 24 letters.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(posted('/games')).toBeUndefined();
  });
});

describe('an invitation', () => {
  const invited = { game: 'abc', seat: 'K', invitation: 'secret' };

  test('takes the seat with its invitation and goes to the table', async () => {
    answer('GET /games/abc', table({ kind: 'open' }));
    answer('POST /games/abc/seats/K/invited', { good: true });
    answer('GET /me', { known: false, name: null });
    answer('POST /me', { known: true, name: 'Enlil' });
    answer('POST /games/abc/seats/K/join', {
      game: { id: 'abc', seats: [], fairness },
      seat: 'K',
      key: null,
    });
    render(Join, invited);
    await screen.findByText('Ninsun');
    await fireEvent.input(await screen.findByLabelText('Your name'), { target: { value: 'Enlil' } });
    await fireEvent.click(screen.getByRole('button', { name: 'Take the seat' }));
    await waitFor(() => expect(location.pathname).toBe('/table/abc'));
    expect(posted('/games/abc/seats/K/join')).toEqual({
      invitation: 'secret',
      coach: false,
      name: 'Enlil',
      key: false,
      seal: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    const order = server.asked.filter((one) => one.method === 'POST').map((one) => one.path);
    expect(order.indexOf('/me')).toBeLessThan(order.indexOf('/games/abc/seats/K/join')); // a cookie first
    expect(order.filter((path) => path === '/me')).toHaveLength(1);
  });

  test('whose name is refused says so, and the seat stays free', async () => {
    answer('GET /games/abc', table({ kind: 'open' }));
    answer('POST /games/abc/seats/K/invited', { good: true });
    answer('GET /me', { known: false, name: null });
    answer('POST /me', server.problem('malformed', 'a name has 1 to 24 letters'), 400);
    render(Join, invited);
    await fireEvent.input(await screen.findByLabelText('Your name'), { target: { value: 'Too long' } });
    await fireEvent.click(screen.getByRole('button', { name: 'Take the seat' }));
    await screen.findByText('A name has 1 to 24 letters.');
    expect(posted('/games/abc/seats/K/join')).toBeUndefined();
  });

  test.each([
    ['is taken', table({ kind: 'person', name: 'Enlil' }), 'This seat is taken', 'Just watch'],
    ['is mine', table({ kind: 'person', yours: true }), 'You sit here already', 'Go to the table'],
    [
      'is of a game that is over',
      table({ kind: 'open' }, { over: true }),
      'This game is over',
      'See the result',
    ],
  ])('when the seat %s it says so and shows a way on', async (_what, found, title, way) => {
    answer('GET /games/abc', found);
    render(Join, invited);
    await screen.findByRole('heading', { name: title });
    expect(screen.getByRole('link', { name: way }).getAttribute('href')).toBe('/table/abc');
    expect(screen.queryByRole('button', { name: 'Take the seat' })).toBeNull();
  });

  test('to a game that is not there leads back to the start page alone', async () => {
    render(Join, invited);
    const card = (await screen.findByRole('heading', { name: 'There is no such table' })).closest('section')!;
    expect(
      within(card)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/']);
  });

  test('that is not good any more offers another seat of a public table', async () => {
    answer('GET /games/abc', table({ kind: 'open' }, { public: true }));
    answer('POST /games/abc/seats/K/invited', { good: false });
    render(Join, invited);
    await screen.findByRole('heading', { name: 'This link is no longer valid' });
    expect(screen.getByRole('button', { name: 'Take the Black seat' })).toBeTruthy();
    expect(screen.queryByText(/is kept for you/)).toBeNull();
  });
});

describe('the lists', () => {
  test('are asked for every ten seconds, but not while nobody looks', async () => {
    vi.useFakeTimers();
    let hidden = false;
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
    const refresh = vi.spyOn(Lists.prototype, 'refresh').mockResolvedValue();
    const stop = new Lists().start();
    expect(refresh).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    hidden = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    hidden = false;
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(0);
    expect(refresh).toHaveBeenCalledTimes(3);
    stop();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  test('an open table asks who has no name for it, then joins the free seat', async () => {
    const lists = new Lists();
    lists.open = [
      {
        ...table({ kind: 'open' }),
        players: 2,
        switches: { ...NO_SWITCHES, palace: true },
        result: '*',
        round: 1,
      },
    ] as unknown as Lists['open'];
    answer('POST /me', { known: true, name: 'Enlil' });
    answer('GET /me', { known: true, name: 'Enlil' });
    const joined = { id: 'abc', seats: [], fairness: { stage: 'waiting', shares: [] } };
    answer('POST /games/abc/seats/K/join', { game: joined, seat: 'K', key: null });
    render(OpenTables, { lists, most: 5 });
    expect(screen.getByText('1 of 2 seats, Palace expansion')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Join' }));
    expect(posted('/games/abc/seats/K/join')).toBeUndefined();
    await fireEvent.input(screen.getByLabelText('Your name'), { target: { value: 'Enlil' } });
    await fireEvent.click(screen.getByRole('button', { name: 'That’s me' }));
    await waitFor(() => expect(location.pathname).toBe('/table/abc'));
    expect(posted('/games/abc/seats/K/join')).toMatchObject({
      seal: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});

describe('the menu of a page', () => {
  test('opens with the preferences; Escape closes it and the focus is back on its button', async () => {
    render(PageHeader);
    const button = screen.getByRole('button', { name: 'Menu' });
    await fireEvent.click(button);
    const panel = screen.getByRole('dialog', { name: 'Menu' });
    await tick();
    expect(panel.contains(document.activeElement)).toBe(true);
    await fireEvent.click(within(panel).getByRole('radio', { name: 'Off' }));
    expect(preferences.speed).toBe(0);
    await fireEvent.click(within(panel).getByRole('switch', { name: 'Confirm each turn' }));
    expect(preferences.confirm).toBe(false);
    await fireEvent.keyDown(panel, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  test('offers every language by its own name', async () => {
    render(PageHeader);
    await fireEvent.click(screen.getByRole('button', { name: /^Language/ }));
    for (const name of ['English', 'Deutsch', 'Čeština', 'Français'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
  });
});

describe('a name', () => {
  test('that is left and sent in one breath is posted once', async () => {
    answer('POST /me', { known: true, name: 'Belit' });
    Object.assign(me, { name: 'Amata', draft: 'Belit' });
    expect(await Promise.all([settleName(), settleName()])).toEqual([true, true]);
    expect(server.asked.filter(({ path }) => path === '/me')).toHaveLength(1);
    expect(me.name).toBe('Belit');
  });
});

describe('my games', () => {
  const over = { over: true, your_turn: false, result: 'W 41, K 38: W', updated: 0, players: 2, round: 0 };

  test('that are over can be removed from the list, and shown again', async () => {
    const lists = new Lists();
    lists.mine = [table({}, over), table({}, { id: 'running', name: 'Thursday' })] as never;
    render(MyGames, { lists, most: 9 });
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    await fireEvent.click(screen.getByRole('button', { name: /^Remove from my games/ }));
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    cleanup();
    render(MyGames, { lists, most: 9 });
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    await fireEvent.click(screen.getByRole('button', { name: 'Show them again' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  test('that run with others can be given up by a second click: a bot takes my place', async () => {
    const lists = new Lists();
    const running = table({}, { id: 'given', name: 'Thursday' }) as {
      seats: { seat: string; kind: string }[];
    };
    const seats = running.seats.map((seat, i) => ({ ...seat, kind: 'person', yours: i === 0 }));
    lists.mine = [{ ...running, seats }] as never;
    render(MyGames, { lists, most: 9 });
    const path = `/games/given/seats/${seats[0]!.seat}/leave`;
    server.answers.set(`POST ${path}`, { status: 200, body: {} });
    await fireEvent.click(screen.getByRole('button', { name: /^Give up .*: a bot plays on/ }));
    expect(server.asked.some((one) => one.path === path)).toBe(false);
    await fireEvent.click(screen.getByRole('button', { name: 'Give up?' }));
    await waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(0));
    expect(server.asked).toContainEqual({ method: 'POST', path, body: { bot: 'Steward' } });
    localStorage.clear();
  });
});
