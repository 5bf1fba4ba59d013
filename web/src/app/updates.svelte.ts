/**
 * The page as an app: a worker keeps its files in the browser, so that it opens without a connection, and says when a
 * newer version lies there. That one begins only when somebody wants it: no game that runs is disturbed.
 */
import { fileAddress } from '../local/mode';

const WORKER = 'service_worker.js';

/** Whether a newer version waits to be used, and whether somebody has asked for it. */
export const updates = $state({ ready: false, asked: false });

/** A busy browser may miss the message to begin, and the page the event that it did: both are looked after so often. */
const AGAIN_MS = 1000;

let kept: ServiceWorkerRegistration | null = null;

/** Have the page kept in the browser; where that is not possible, nothing is different. */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const options: RegistrationOptions = { updateViaCache: 'none' };
    const registration = await navigator.serviceWorker.register(fileAddress(WORKER), options);
    kept = registration;
    follow(registration);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void registration.update().catch(() => {});
    });
  } catch {
    // a private window, or no secure connection: the page works all the same
  }
}

function follow(registration: ServiceWorkerRegistration): void {
  if (registration.waiting) tell();
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') tell();
    });
  });
}

/** A version is there as a whole; the very first one is no news. */
function tell(): void {
  updates.ready ||= navigator.serviceWorker.controller !== null;
}

/** Begin with the newer version, unless another tab has: the page loads anew, at the place where it is. */
export function useUpdate(): void {
  updates.asked = true;
  if (kept) begin(kept, () => location.reload());
  else location.reload();
}

/** Have the waiting version take over, and load the page anew once, when it answers for it. */
export function begin(registration: ServiceWorkerRegistration, reload: () => void): void {
  const look = () => {
    if (registration.waiting) registration.waiting.postMessage('begin');
    else if (registration.active?.state === 'activated') {
      clearInterval(timer);
      reload();
    }
  };
  const timer = setInterval(look, AGAIN_MS);
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const { active } = registration;
    if (active?.state === 'activating') active.addEventListener('statechange', look);
    else look();
  });
  look();
}
