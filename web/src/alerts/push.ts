/** Push messages for this browser: whether it can take them, and how it begins and ends to. */
import { body, http } from '../api/http';
import { spoken } from '../strings/index.svelte';
import type { AlertSettings } from '../api/types';

/** `home`: only once the page lies on the home screen. `refused`: the browser was told not to ask again. */
export type PushState = 'on' | 'off' | 'home' | 'refused' | 'never';

/** How things are in this browser; nobody is asked anything. */
export async function pushState(): Promise<PushState> {
  if (isApple() && !isInstalled()) return 'home';
  if (!('PushManager' in window) || !('Notification' in window)) return 'never';
  if (Notification.permission === 'denied') return 'refused';
  const registration = await worker();
  if (!registration) return 'never';
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Take push messages in this browser, which asks for leave; null where it was not given. */
export async function startPush(key: string): Promise<AlertSettings | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await worker();
  if (!registration) return null;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await registration.pushManager.subscribe(options);
  const { endpoint, keys } = subscription.toJSON();
  const request = { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
  return body(http.POST('/api/v1/me/push', { body: { ...request, language: spoken() } }));
}

/** Take no more push messages in this browser. */
export async function endPush(): Promise<AlertSettings | null> {
  const subscription = await (await worker())?.pushManager.getSubscription();
  if (!subscription) return null;
  await subscription.unsubscribe();
  return body(http.POST('/api/v1/me/push/end', { body: { endpoint: subscription.endpoint } }));
}

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}

/** iPhones and iPads, which call themselves Macs; these have no touch screen. */
function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}
