import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Section } from '../../src/rules/rulebook.svelte';

const sections: Section[] = [
  {
    number: 6,
    title: 'Recruit',
    clauses: [
      {
        number: '6.4',
        title: 'Priest',
        text: 'Put a cube in a temple.',
        ruling: false,
        why: null,
        otherwise: null,
        example: null,
      },
      {
        number: '6.6',
        title: 'Merchant',
        text: 'A camel, see 6.4 (ruling).',
        ruling: true,
        why: 'Camels are many.',
        otherwise: 'There would be a dromedary.',
        example: null,
      },
    ],
  },
];

let RulesPage: typeof import('../../src/rules/RulesPage.svelte').default;

beforeAll(async () => {
  vi.stubGlobal('fetch', (request: Request) => {
    const found = request.url.includes('/rules') ? { lang: 'en', languages: ['en'], sections } : {};
    return Promise.resolve(Response.json(found));
  });
  ({ default: RulesPage } = await import('../../src/rules/RulesPage.svelte'));
}, 60_000);
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});
afterEach(cleanup);

async function page(meant = '') {
  render(RulesPage, { meant });
  await screen.findByText('Put a cube in a temple.', {}, { timeout: 10_000 });
}

it('shows every clause, links what it cites, and marks rulings', async () => {
  await page();
  const cited = screen.getAllByRole('link', { name: '6.4' });
  expect(cited.some((link) => link.getAttribute('href') === '/rules/6.4')).toBe(true);
  expect(screen.getByText('ruling').textContent).toBe('ruling');
  expect(screen.getAllByRole('term').map((one) => one.textContent)).toEqual(['Why', 'Otherwise']);
  expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([
    'Camels are many.',
    'There would be a dromedary.',
  ]);
});

it('brings the clause of the address into sight and marks it', async () => {
  await page('6.6');
  const clause = document.getElementById('clause-6.6');
  await waitFor(() => expect(document.activeElement).toBe(clause));
  expect(clause?.classList.contains('meant')).toBe(true);
  expect(vi.mocked(Element.prototype.scrollIntoView).mock.contexts).toContain(clause);
});

it('finds as one types, and says so', async () => {
  await page();
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'cámel' } });
  expect(screen.getByRole('status').textContent).toBe('1 clause');
  expect(screen.queryByText('Put a cube in a temple.')).toBeNull();
  expect(document.querySelector('mark')?.textContent).toBe('camel');
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'elephant' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Show all rules' }));
  expect(screen.getByText('Put a cube in a temple.')).toBeTruthy();
});
