/** The rules at a glance: every part is there, and its numbers are those of the box. */
import { render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';

vi.hoisted(() => {
  globalThis.fetch = (() =>
    Promise.resolve(Response.json({ known: false, name: null }))) as unknown as typeof fetch;
});

import GlancePage from '../../src/rules/GlancePage.svelte';

test('says each part with the numbers of the box, and leads to the rules and to the box', () => {
  const { container } = render(GlancePage);
  expect(container.querySelectorAll('section')).toHaveLength(12);
  expect(screen.getByText(/Talents: 4\. Camels: 1\./)).toBeTruthy();
  expect(screen.getByText(/With 4 tiles left \(3 with two players\).*5 or 10/)).toBeTruthy();
  expect(container.textContent).toContain('1, 2, 2 talents a round, the best also 2 prestige');
  expect(container.textContent).toContain('sell 1 good for 3 or 2 for 6 prestige');
  expect(screen.getByRole('link', { name: '7' }).getAttribute('href')).toBe('/rules/7');
  expect(screen.getByRole('link', { name: /Box facts/ }).getAttribute('href')).toBe('/rules?box');
});
