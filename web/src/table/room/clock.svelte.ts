/** The clocks of a table as they run: what was said of them last, less the time since. */
import type { Clock, Seat } from '../../api/types';
import { t } from '../../strings/index.svelte';
import type { Room } from './room.svelte';

/** How often the clocks are looked at, in milliseconds. */
const LOOK = 250;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What each has left so many milliseconds after it was said. */
export function leftOf(said: Clock, later: number): Partial<Record<Seat, number>> {
  const { left, running, asleep } = said;
  if (!running || asleep) return left;
  return { ...left, [running]: Math.max(0, (left[running] ?? 0) - later) };
}

/** Keep `room.left` up to date; to be called while a component is made. */
export function runClock(room: Room): void {
  $effect(() => {
    const said = room.game?.clock ?? null;
    if (!said) {
      room.left = null;
      return;
    }
    const from = performance.now();
    const look = () => (room.left = leftOf(said, performance.now() - from));
    look();
    if (!said.running || said.asleep) return;
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  });
}

/** Whether little time is left on the clock of a seat, which runs. */
export function isLow(room: Room, seat: Seat): boolean {
  const clock = room.game?.clock;
  const left = room.left?.[seat];
  return clock?.running === seat && !room.game?.paused && left !== undefined && left <= clock.warning;
}

/** Call `warn` as a clock of mine comes to where little is left; not where a round begins there. */
export function whenLow(room: Room, warn: () => void): void {
  let ample: Seat | null = null;
  $effect(() => {
    const running = room.game?.clock?.running ?? null;
    const mine = running !== null && room.mine.includes(running) ? running : null;
    const low = mine !== null && isLow(room, mine);
    if (low && ample === mine) warn();
    ample = low ? null : mine;
  });
}

/** A time in figures, rounded up to the last of them: `12:40`, `23 h 59 min`, `24 h`, `2 days 3 h`. */
export function timeSaid(milliseconds: number): string {
  if (milliseconds > DAY) {
    const hours = Math.ceil(milliseconds / HOUR);
    return t('clock.days', { days: Math.floor(hours / 24), hours: hours % 24 });
  }
  if (milliseconds < HOUR) return inSeconds(milliseconds);
  const minutes = Math.ceil(milliseconds / MINUTE);
  return t('clock.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** The same on a phone, to the nearest whole of its unit: `99:59`, `24 h`, `2 d`. */
export function timeShort(milliseconds: number): string {
  if (milliseconds < 100 * MINUTE) return inSeconds(milliseconds);
  if (milliseconds < 2 * DAY) return t('clock.hours', { hours: Math.round(milliseconds / HOUR), minutes: 0 });
  return t('clock.short.days', { days: Math.round(milliseconds / DAY) });
}

function inSeconds(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
