import { mount } from 'svelte';
import App from './App.svelte';
import './page/fonts.css';
import './app.css';
import { applyPreferences } from './preferences.svelte';

applyPreferences();
const target = document.getElementById('app');
if (target) {
  target.replaceChildren();
  mount(App, { target });
}

/** The table comes apart from the start page; it is fetched as soon as somebody is there who may want it. */
const fetchTable = () => void import('./table/frame/TableScreen.svelte').catch(() => {});
for (const sign of ['pointermove', 'pointerdown', 'keydown'])
  window.addEventListener(sign, fetchTable, { once: true, passive: true });
