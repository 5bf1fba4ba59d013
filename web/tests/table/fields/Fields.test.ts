import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stillBoard } from '../../../src/table/board/board.svelte';
import Fields from '../../../src/table/fields/Fields.svelte';
import { onePassed as view } from '../../views';

afterEach(cleanup);

const space = (name: string) => document.querySelector<HTMLElement>(`[data-place="space:${name}"]`)!;

describe('Fields', () => {
  test('every space of both rows has its place, its good and its cube', () => {
    render(Fields, { view, board: stillBoard() });
    for (const row of ['top', 'bottom'] as const)
      view.fields[row]!.forEach(({ good, cube }, i) => {
        const place = space(`${row}/${i + 1}`);
        const pictures = [...place.querySelectorAll('use')].map((use) => use.getAttribute('href'));
        expect(pictures).toEqual(cube ? [`#cube-${cube}`, `#${good}`] : [`#${good}`]);
      });
  });

  test('the next free space of each row stands out', () => {
    render(Fields, { view, board: stillBoard() });
    const next = [...document.querySelectorAll('.next')].map((one) => one.getAttribute('data-place'));
    expect(next).toEqual(['space:top/5', 'space:bottom/2']);
  });

  test('a legal row is one button', () => {
    const choose = vi.fn();
    const board = {
      ...stillBoard(),
      mark: (place: string) => (place === 'row:top' ? ('legal' as const) : ('none' as const)),
      choose,
    };
    render(Fields, { view, board });
    const row = document.querySelector<HTMLElement>('[data-place="row:top"]')!;
    expect(row.getAttribute('role')).toBe('button');
    row.click();
    expect(choose).toHaveBeenCalledExactlyOnceWith('row:top');
    expect(document.querySelector('[data-place="row:bottom"]')?.getAttribute('role')).toBeNull();
  });

  test('says when no Gardener is left to win', () => {
    render(Fields, { view: { ...view, court: { ...view.court, gardener: 0 } }, board: stillBoard() });
    expect(document.querySelector('.prize')?.textContent).toContain('none left');
  });
});
