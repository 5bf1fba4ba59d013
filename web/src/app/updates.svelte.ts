/**
 * The page as an app: a worker keeps its files in the browser, so that it opens without a connection, and says when a
 * newer version lies there. That one begins only when somebody wants it: no game that runs is disturbed.
 */
import { fileAddress } from '../local/mode';

const WORKER = 'service_worker.js';

/** Whether a newer version waits to be used. */
export const updates = $state({ ready: false });

let newer: ServiceWorker | null = null;

/** Have the page kept in the browser; where that is not possible, nothing is different. */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const options: RegistrationOptions = { updateViaCache: 'none' };
    const registration = await navigator.serviceWorker.register(fileAddress(WORKER), options);
    follow(registration);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void registration.update().catch(() => {});
    });
  } catch {
    // a private window, or no secure connection: the page works all the same
  }
}

function follow(registration: ServiceWorkerRegistration): void {
  if (registration.waiting) tell(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') tell(installing);
    });
  });
}

/** A version is there as a whole; the very first one is no news. */
function tell(worker: ServiceWorker): void {
  if (!navigator.serviceWorker.controller) return;
  newer = worker;
  updates.ready = true;
}

/** Begin with the newer version: the page loads anew, at the place where it is. */
export function useUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  newer?.postMessage('begin');
}
