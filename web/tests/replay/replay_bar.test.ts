import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { ReplayRoom } from '../../src/replay/room/replay_room.svelte';
import ReplayBar from '../../src/replay/bar/ReplayBar.svelte';
import ReplayLog from '../../src/replay/ReplayLog.svelte';
import { named } from '../../src/replay/room/source';
import { replay as recorded } from '../views';

const { start, frames } = recorded;

function room(ply: number): ReplayRoom {
  const none = { box: '', game: null, over: false, address: () => null, moment: () => ({}) };
  const seats = named(start, 'W Amata; K Ninsun; B Enlil');
  return new ReplayRoom({ ...none, replay: recorded, seats, position: () => Promise.resolve('') }, ply);
}

afterEach(cleanup);

it('says where it is, and goes where the slider is drawn', async () => {
  const replay = room(9);
  render(ReplayBar, { room: replay });
  const slider = screen.getByRole('slider', { name: 'Move' });
  const { seat } = frames[8]!.entry;
  expect(slider.getAttribute('aria-valuetext')).toBe(
    `move 9 of 48, round ${replay.view.round}, ${replay.name(seat)}`,
  );
  await fireEvent.input(slider, { target: { value: '30' } });
  expect(replay.ply).toBe(30);
  await fireEvent.click(screen.getByRole('button', { name: /One move back/ }));
  expect(replay.ply).toBe(29);
});

it('has nowhere to go at its ends', () => {
  render(ReplayBar, { room: room(0) });
  for (const name of [/One move back/, /One turn back/, /One round back/])
    expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true);
  expect((screen.getByRole('button', { name: /One move on/ }) as HTMLButtonElement).disabled).toBe(false);
});

it('keeps the log in step: a click on a line goes there', async () => {
  const replay = room(0);
  const { container } = render(ReplayLog, { room: replay });
  expect(container.querySelector('li.news')).toBeNull();
  const lines = [...container.querySelectorAll<HTMLElement>('ol > li')];
  await fireEvent.click(lines[5]!.querySelector('button')!);
  expect(replay.ply).toBeGreaterThan(0);
  expect(container.querySelector('li.news')?.textContent).toBe(lines[5]!.textContent);
});
