import { mount } from 'svelte';
import App from './App.svelte';
import { keepPage } from './app/updates.svelte';
import { WITHOUT_SERVER } from './local/mode';
import './page/fonts.css';
import './app.css';
import { afterPaint } from './page/laying.svelte';
import { applyPreferences } from './preferences.svelte';

applyPreferences();
const target = document.getElementById('app');
if (target) {
  // Its name is seen before a phone, which has just read all of the script, begins to lay the page.
  afterPaint(() => {
    target.replaceChildren();
    mount(App, { target });
  });
}

/** Milliseconds after which a page that is loaded is also laid, on most phones. */
const LAID = 3000;

// After all that the page shows: what is kept for later must not hold up what is seen now.
// (Without a server that is until the table is there: `local/Loading.svelte`.)
if (!WITHOUT_SERVER) window.addEventListener('load', () => setTimeout(() => void keepPage(), LAID));
