/** What is said while Python comes: how much of it is there, and then that it starts. */
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { flushSync } from 'svelte';
import Loading from '../../src/local/Loading.svelte';
import { loading } from '../../src/local/loading.svelte';
import en from '../../src/strings/en';

afterEach(cleanup);

it('says that Python starts once all of it was fetched', () => {
  Object.assign(loading, { step: 'python', fetched: { done: 1_000_000, all: 2_000_000 } });
  render(Loading);
  const said = () => document.querySelector('[role=status]')?.textContent;
  expect(said()).toContain(en['app.loading.python']);
  expect(said()).toContain('1 of 2 MB');
  flushSync(() => Object.assign(loading, { fetched: { done: 2_000_000, all: 2_000_000 } }));
  expect(said()).toContain(en['app.loading.kept']);
  expect(document.querySelector('progress')).toBeNull();
});
