/** What a person likes, kept in their browser. */
import { LANGUAGES, speak, type Language } from './strings/index.svelte';

const KEPT_AS = 'amyitis.preferences';

export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  language: Language | 'browser';
  /** Send a turn only when it is confirmed. */
  confirm: boolean;
  /** How fast pieces fly: 0 shows moves at once. */
  speed: 0 | 0.5 | 1 | 2;
  sounds: boolean;
  /** Write the names of the squares into the garden. */
  coordinates: boolean;
  /** Notify when it is my turn and I look elsewhere. */
  notify: boolean;
  /** Go to the next game that waits for me once my turn is sent. */
  goOn: boolean;
  /** The level of the bots whose win shares a review and the analysis show; empty for strong play. */
  sharesOf: string;
}

const DEFAULTS: Preferences = {
  theme: 'system',
  language: 'browser',
  confirm: true,
  speed: 1,
  sounds: false,
  coordinates: false,
  notify: false,
  goOn: false,
  sharesOf: '',
};

function kept(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Partial<Preferences>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const preferences = $state<Preferences>(kept());

/** Change some preferences and keep them. */
export function prefer(changes: Partial<Preferences>): void {
  Object.assign(preferences, changes);
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(preferences));
  } catch {
    // A browser that keeps nothing still plays.
  }
  if ('theme' in changes) showTheme();
  if ('language' in changes) void speakPreferred();
}

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const still = window.matchMedia('(prefers-reduced-motion: reduce)');

export function isDark(): boolean {
  return preferences.theme === 'system' ? dark.matches : preferences.theme === 'dark';
}

/** How fast pieces fly now; 0 where the system asks for calm. */
export function pace(): number {
  return still.matches || document.hidden ? 0 : preferences.speed;
}

/** Put the preferences into effect, and follow the system where they say so. */
export function applyPreferences(): void {
  showTheme();
  dark.addEventListener('change', showTheme);
  void speakPreferred();
}

function showTheme(): void {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light';
}

function speakPreferred(): Promise<void> {
  if (preferences.language !== 'browser') return speak(preferences.language);
  const wanted = navigator.languages.map((name) => name.slice(0, 2));
  return speak(
    wanted.find((name): name is Language => (LANGUAGES as readonly string[]).includes(name)) ?? 'en',
  );
}
