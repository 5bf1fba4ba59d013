import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { applyPreferences } from './preferences.svelte';

applyPreferences();
const target = document.getElementById('app');
if (target) mount(App, { target });
