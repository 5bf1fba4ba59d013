/** The page without a server: which answers lie there as files, and what a browser must have. */
import { describe, expect, it, vi } from 'vitest';
import { fixedAnswer } from '../../src/local/fixed';
import { lacking } from '../../src/local/support';

describe('answers that never change', () => {
  it('are files beside the page', () => {
    expect(fixedAnswer('GET', '/api/v1/rules?lang=de')).toMatch(/\/answers\/rules-lang-de\.json$/);
    expect(fixedAnswer('GET', '/api/v1/bots')).toMatch(/\/answers\/bots\.json$/);
    expect(fixedAnswer('GET', '/api/v1/lesson?part=2')).toMatch(/\/answers\/lesson-part-2\.json$/);
  });

  it('are no others: other boxes, clauses, whatever is sent', () => {
    for (const target of [
      'rules?lang=de&box=0123456789ab',
      'rules/6',
      'box?digest=0123456789ab',
      'lesson?part=3',
      'games',
    ])
      expect(fixedAnswer('GET', `/api/v1/${target}`)).toBeNull();
    expect(fixedAnswer('POST', '/api/v1/bots')).toBeNull();
  });
});

describe('a browser', () => {
  it('is told all that it lacks', () => {
    vi.stubGlobal('WebAssembly', undefined);
    vi.stubGlobal('indexedDB', undefined);
    vi.stubGlobal('BroadcastChannel', undefined);
    vi.stubGlobal('Worker', function worker() {
      throw new Error('no modules');
    });
    expect(lacking()).toEqual(['WebAssembly SIMD', 'module workers', 'IndexedDB', 'BroadcastChannel']);
    vi.unstubAllGlobals();
  });

  it('lacks nothing if it knows of modules in workers', () => {
    vi.stubGlobal('indexedDB', {});
    vi.stubGlobal('BroadcastChannel', class {});
    vi.stubGlobal('Worker', function worker() {
      return { terminate: () => {} };
    });
    expect(lacking()).toEqual(['module workers']);
    vi.stubGlobal('Worker', function worker(_: string, { type }: { type: string }) {
      return { terminate: () => type };
    });
    expect(lacking()).toEqual([]);
    vi.unstubAllGlobals();
  });
});
