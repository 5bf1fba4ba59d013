import { mount } from 'svelte';
import App from './App.svelte';
import { keepPage } from './app/updates.svelte';
import { WITHOUT_SERVER } from './local/mode';
import './page/fonts.css';
import './app.css';
import { applyPreferences } from './preferences.svelte';

/** The table comes apart from the start page; it is fetched as soon as somebody is there who may want it. */
const fetchTable = () => void import('./table/frame/TableScreen.svelte').catch(() => {});

applyPreferences();
const target = document.getElementById('app');
if (target) {
  // In a task of its own: a phone has just read all of the script.
  setTimeout(() => {
    target.replaceChildren();
    mount(App, { target });
    // Not before: a pointer that moves meanwhile must not hold up what is seen first.
    for (const sign of ['pointermove', 'pointerdown', 'keydown'])
      window.addEventListener(sign, fetchTable, { once: true, passive: true });
  });
}

// After all that the page shows: what is kept for later must not hold up what is seen now.
// (Without a server that is until the table is there: `local/Loading.svelte`.)
if (!WITHOUT_SERVER) window.addEventListener('load', () => void keepPage());
