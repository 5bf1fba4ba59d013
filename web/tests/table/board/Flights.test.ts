import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Flights from '../../../src/table/board/Flights.svelte';
import type { Flight } from '../../../src/table/board/flights';

type Fly = (flights: Flight[], pace: number) => Promise<void>;

let flown: { picture: string | null; from: string; to: string; timing: KeyframeAnimationOptions }[];

/** An element that shows a place around a point of the screen. */
function lay(place: string, x: number, y: number, width = 20): void {
  const element = document.createElement('i');
  element.dataset['place'] = place;
  element.getBoundingClientRect = () => new DOMRect(x - width / 2, y - 10, width, 20);
  document.body.append(element);
}

function aloft(): { fly: Fly; unmount: () => void; room: { fly: Fly | null } } {
  const room: { fly: Fly | null } = { fly: null };
  const { unmount } = render(Flights, { room });
  if (!room.fly) throw new Error('nothing can fly');
  return { fly: room.fly, unmount, room };
}

beforeEach(() => {
  flown = [];
  Element.prototype.animate = function (this: Element, frames, timing) {
    const steps = frames as Keyframe[];
    flown.push({
      picture: this.querySelector('use')?.getAttribute('href') ?? null,
      from: String(steps[0]?.['transform']),
      to: String(steps.at(-1)?.['transform']),
      timing: timing as KeyframeAnimationOptions,
    });
    return { finished: Promise.resolve() } as unknown as Animation;
  };
});

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

it('flies a piece from middle to middle, and leaves nothing behind', async () => {
  lay('cubes:W', 100, 40);
  lay('side:a1-b1', 300, 240);
  const { fly } = aloft();
  await fly([{ picture: 'cube-W', from: 'cubes:W', to: 'side:a1-b1' }], 2);
  expect(flown).toHaveLength(1);
  expect(flown[0]).toMatchObject({ picture: '#cube-W', timing: { duration: 175, delay: 0 } });
  expect(flown[0]?.from).toContain('translate(100px, 40px)');
  expect(flown[0]?.to).toContain('translate(300px, 240px)');
  expect(document.querySelector('.flights')?.children).toHaveLength(0);
});

it('flies one thing after another; the caravan is a camel', async () => {
  lay('city:Ur', 10, 10);
  lay('city:Uruk', 60, 10);
  lay('panel:K', 200, 10);
  const { fly } = aloft();
  await fly(
    [
      { picture: 'caravan', from: 'city:Ur', to: 'city:Uruk' },
      { picture: 'barley', from: 'panel:K', to: 'city:Uruk' },
    ],
    1,
  );
  expect(flown.map(({ picture }) => picture)).toEqual(['#camel', '#barley']);
  expect(flown[1]?.timing.delay).toBeGreaterThan(200);
});

it('falls back to the panel of the player, takes what is visible, and skips what is nowhere', async () => {
  lay('panel:B', 50, 60);
  lay('row:top', 1, 1, 0);
  lay('row:top', 90, 90);
  const { fly } = aloft();
  await fly(
    [
      { picture: 'dates', from: 'row:top', to: 'good:B/dates' },
      { picture: 'cube-N', from: 'cubes:N', to: 'row:top' },
    ],
    1,
  );
  expect(flown).toHaveLength(1);
  expect(flown[0]?.from).toContain('translate(90px, 90px)');
  expect(flown[0]?.to).toContain('translate(50px, 60px)');
});

it('never fails: where nothing can be animated the game goes on', async () => {
  lay('cubes:W', 100, 40);
  lay('pass', 300, 240);
  Element.prototype.animate = () => {
    throw new Error('no animations here');
  };
  const { fly, unmount, room } = aloft();
  const flights = [{ picture: 'cube-W', from: 'cubes:W', to: 'pass' }];
  await expect(fly(flights, 1)).resolves.toBeUndefined();
  await expect(fly(flights, 0)).resolves.toBeUndefined();
  expect(document.querySelector('.flights')?.children).toHaveLength(0);
  unmount();
  expect(room.fly).toBeNull();
});

it('does not wait for ever for a page that stands still', async () => {
  vi.useFakeTimers();
  lay('cubes:W', 100, 40);
  lay('pass', 300, 240);
  Element.prototype.animate = () => ({ finished: new Promise(() => {}) }) as unknown as Animation;
  const { fly } = aloft();
  const done = vi.fn();
  void fly([{ picture: 'cube-W', from: 'cubes:W', to: 'pass' }], 1).then(done);
  await vi.advanceTimersByTimeAsync(3000);
  expect(done).toHaveBeenCalled();
  vi.useRealTimers();
});
