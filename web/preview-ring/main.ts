import { mount } from 'svelte';
import '../src/app.css';
import Preview from './Preview.svelte';
const query = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = query.get('dark') ? 'dark' : 'light';
const found = await (await fetch(`/preview-ring/cases/${query.get('case')}.json`)).json();
mount(Preview, { target: document.querySelector('#app')!, props: { ...found, phone: query.get('phone'), mark: (query.get('mark')??'').split('|') } });
