/** Telling who looks elsewhere that it is their turn, or their time runs out: title and badge, notification, sound. */
import { preferences } from '../../preferences.svelte';
import { waiting } from '../../page/waiting.svelte';
import { t } from '../../strings/index.svelte';
import type { Room } from './room.svelte';
import { allowSounds, soundOf, soundOfTurn } from './sounds';

const ICON = '/favicon.svg';

/** Whether the browser can notify at all. */
export function canNotify(): boolean {
  return 'Notification' in window && Notification.permission !== 'denied';
}

/** Ask for leave to notify; whether it was given. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** Watch over a room for as long as the component that calls this lives. */
export function watchOver(room: Room): void {
  let before = false;

  $effect(() => {
    const yours = room.deciding !== null && !room.complete;
    document.title = yours ? t('attention.title', { name: `● ${t('attention.yourTurn')}` }) : 'Amyitis';
    waiting.here = yours;
    if (yours && !before) callFor(room, t('attention.yourTurn'));
    before = yours;
  });

  $effect(() => {
    if (!preferences.sounds) return;
    const allow = () => allowSounds();
    document.addEventListener('pointerdown', allow);
    document.addEventListener('keydown', allow);
    room.onEntry = soundOf;
    return () => {
      room.onEntry = null;
      document.removeEventListener('pointerdown', allow);
      document.removeEventListener('keydown', allow);
    };
  });

  $effect(() => () => {
    document.title = 'Amyitis';
    waiting.here = false;
  });
}

/** A sound, and a notification to who looks elsewhere: as wished. */
export function callFor(room: Room, words: string): void {
  if (preferences.sounds) soundOfTurn();
  if (!document.hidden || !preferences.notify || !canNotify() || Notification.permission !== 'granted')
    return;
  const shown = new Notification(words, {
    body: t('attention.body', { round: room.view?.round ?? 0 }),
    icon: ICON,
    tag: room.id,
  });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
