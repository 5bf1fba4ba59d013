import { describe, expect, it } from 'vitest';
import { factTables, partName } from '../../src/rules/box_facts';
import { placeOfMark } from '../../src/rules/examples';
import { cut, hits, matching, searched } from '../../src/rules/reading';
import type { Section } from '../../src/rules/rulebook.svelte';
import { box } from '../views';

const known = new Set(['6', '6.4', '9', '10', '10.1', '11.2', '11.4']);

function links(text: string): string[] {
  return cut(text, known).flatMap((piece) => (piece.kind === 'link' ? [`${piece.text}>${piece.to}`] : []));
}

describe('the words of a clause', () => {
  it('link to the clauses and sections that there are, in every language', () => {
    expect(links('All enter as in 6.4. Then (section 10), not 99.1 and not 2 goods.')).toEqual([
      '6.4>6.4',
      'section 10>10',
    ]);
    expect(links('(Kapitel 9) wie in 10.1, mit 11.2 bis 11.4')).toEqual([
      'Kapitel 9>9',
      '10.1>10.1',
      '11.2>11.2',
      '11.4>11.4',
    ]);
    expect(links('(kapitola 9), s\u00a011.2')).toEqual(['kapitola 9>9', '11.2>11.2']);
    expect(links('(chapitre 6)')).toEqual(['chapitre 6>6']);
  });

  it('are all there, whatever is cut out of them', () => {
    const text = 'The switch `palace` (ruling): see 6.4, Königsweg.';
    const pieces = cut(text, known, searched('konig see'));
    expect(pieces.map((piece) => piece.text).join('')).toBe(text.replaceAll('`', ''));
    expect(pieces.filter((piece) => piece.hit).map((piece) => piece.text)).toEqual(['see', 'König']);
    expect(pieces.find((piece) => piece.kind === 'code')?.text).toBe('palace');
    expect(pieces.find((piece) => piece.kind === 'ruling')?.text).toBe('(ruling)');
  });

  it('are found without case and accents, and ligatures do not shift the mark', () => {
    const text = 'Žlutý kůň, cœur et straße';
    expect(hits(text, searched('KUN')).map(({ start, end }) => text.slice(start, end))).toEqual(['kůň']);
    expect(hits(text, searched('coeur')).map(({ start, end }) => text.slice(start, end))).toEqual(['cœur']);
    expect(hits(text, searched('strasse zluty')).map(({ start, end }) => text.slice(start, end))).toEqual([
      'Žlutý',
      'straße',
    ]);
    expect(hits('banana', ['ana', 'nan'])).toEqual([{ start: 1, end: 6 }]);
  });
});

describe('a search', () => {
  const clause = (number: string, title: string, text: string) => ({
    ...{ number, title, text },
    ruling: false,
    why: null,
    otherwise: null,
    example: null,
  });
  const sections: Section[] = [
    {
      number: 6,
      title: 'Recruit',
      clauses: [clause('6.4', 'Priest', 'A cube.'), clause('6.6', 'Merchant', 'A camel.')],
    },
    { number: 9, title: 'Court', clauses: [clause('9.1', 'Levels', 'A card.')] },
  ];

  it('keeps the clauses that hold every word, by number too', () => {
    const numbers = (words: string) =>
      matching(sections, searched(words)).flatMap((one) => one.clauses.map(({ number }) => number));
    expect(numbers('')).toEqual(['6.4', '6.6', '9.1']);
    expect(numbers('camel merch')).toEqual(['6.6']);
    expect(numbers('9.1')).toEqual(['9.1']);
    expect(numbers('camel priest')).toEqual([]);
  });
});

it('knows the place of every kind of mark', () => {
  expect(['c3', 'a1-b1', 'Uruk', 'ishtar', 'top', 'court:banker/2'].map(placeOfMark)).toEqual([
    'square:c3',
    'side:a1-b1',
    'city:Uruk',
    'temple:ishtar',
    'row:top',
    'court:banker/2',
  ]);
});

describe('the facts of the box', () => {
  const tables = factTables(box);

  it('are tables with a cell under every head, each row with how sure it is', () => {
    for (const { heads, rows, name } of tables) {
      expect(rows.length, name).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row.cells.length, name).toBe(heads.length);
        expect(row.sure.length, name).toBeGreaterThan(0);
        expect(row.source, name).not.toBe('');
      }
    }
  });

  it('have every city, card and tile', () => {
    const count = (name: string) => tables.find((table) => table.name === name)?.rows.length;
    expect([count('cities'), count('plants'), count('crafts'), count('court'), count('tiles')]).toEqual([
      9, 4, 5, 13, 20,
    ]);
  });

  it('name the parts of an entry, also those of a box that is not ours', () => {
    expect(partName('fewer')).toBe('fewer players');
    expect(partName('glaze')).toBe('glaze');
  });
});
