/** Setting up a position: the text's parts and back, pieces laid by a click, and what is impossible in words. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Editing, editingBoard } from '../../src/insight/analysis/editor/editing.svelte';
import { faultsInWords } from '../../src/insight/analysis/editor/faults';
import { stand } from '../../src/insight/analysis/editor/markers';
import { ask } from '../../src/insight/analysis/editor/questions';
import { partsOf, textOf } from '../../src/insight/analysis/editor/sections';
import { lay, reaches } from '../../src/insight/analysis/editor/tools';
import { twoPlayers as view } from '../views';

const SIDES = Object.keys(view.garden.sides);
const TEXT =
  'amy1_players=WK_rules=-_round=4_first=W_turn=K_passed=W_caravan=Uruk_plants=3:1,1:1,2:2s,K:2b_lying=p' +
  '_crafts=FTE,-_top=WK_bottom=-_ishtar=WKN_marduk=-_tammouz=K' +
  '_tiles=1:4,W@1:3+camel,-,-,1:1,2:4,2:5,-,1:2,2:6,3:8,3:5,1:1+court,2:4+court,3:6,3:10' +
  '_canals=a1-b1:W,c2-c3:KN_W=12,t4,c1,bdw,B0,C1,P0,G2_K=0,t0,c3,-,B1,C0,P2,G0_todo=turn';

const PALACE = TEXT.replace('G2_', 'G2,T3.1_').replace(
  'G0_todo=turn',
  'G0,T3.0_noble=free_bonus=--W-_picks=WK_todo=turn,pick',
);

function serve(answer: () => Response): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(((await request.clone().json()) as { position: string }).position);
    return answer();
  });
  return asked;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the parts of a text', () => {
  test('read back to the same text', () => {
    expect(textOf(partsOf(TEXT), SIDES)).toBe(TEXT);
  });

  test('with the expansion, and in the middle of a turn, too', () => {
    expect(textOf(partsOf(PALACE), SIDES)).toBe(PALACE);
    const planting = PALACE.replace('todo=turn,pick', 'planting=b1_todo=next,flip,grey,irrigation,tile-good');
    expect(textOf(partsOf(planting), SIDES)).toBe(planting);
  });

  test('are written in the order of the notation, however they were changed', () => {
    const edited = partsOf(TEXT);
    edited.canals = { 'c2-c3': ['N', 'W'], 'a1-a2': ['K'], 'a1-b1': [] };
    edited.crafts = [['merchant', 'peasant'], ['engineer']];
    edited.passed = ['K', 'W'];
    const text = textOf(edited, SIDES);
    expect(text).toContain('_canals=a1-a2:K,c2-c3:WN_');
    expect(text).toContain('_crafts=FM,E_');
    expect(text).toContain('_passed=WK_');
  });
});

test('pieces are laid, replaced and taken away by clicks, and the table shows them before they are sound', () => {
  serve(() => Response.json({}, { status: 400 }));
  vi.useFakeTimers();
  const editing = new Editing(TEXT, view);
  const board = editingBoard(editing, () => 'a cube');
  editing.tool = { kind: 'cube', cube: 'K' };
  expect(board.mark('side:a1-b1')).toBe('legal');
  expect(board.mark('square:a1')).toBe('none');
  board.choose('side:a1-b1');
  expect(editing.edited.canals['a1-b1']).toEqual(['K']);
  expect(editing.view.garden.sides['a1-b1']?.cubes).toEqual(['K']);
  board.choose('side:a1-b1');
  expect(editing.edited.canals['a1-b1']).toEqual([]);
  board.choose('temple:ishtar');
  board.choose('temple:ishtar');
  expect(editing.view.temples.ishtar).toEqual(['K', 'K', 'W', 'K']);
  board.choose('row:top');
  expect(editing.edited.rows.top).toEqual(['W', 'K', 'K']);
  editing.tool = { kind: 'cube', cube: 'N' };
  expect(board.mark('row:top')).toBe('none');
  editing.tool = { kind: 'garden', seat: 'K' };
  board.choose('square:a1');
  expect(editing.view.garden.squares['a1']?.planted_by).toBe('K');
  board.choose('square:c1');
  expect(editing.edited.tiles['c1']).toBeUndefined();
  editing.tool = { kind: 'take' };
  board.choose('square:a1');
  board.choose('temple:ishtar');
  board.choose('craft:1/priest');
  expect(editing.edited.tiles['a1']?.owner).toBeNull();
  expect(editing.edited.temples.ishtar).toEqual(['K', 'W', 'K']);
  expect(editing.edited.crafts[0]).toEqual(['peasant', 'engineer']);
  editing.tool = { kind: 'swap', from: null };
  board.choose('square:a1');
  expect(board.mark('square:a1')).toBe('chosen');
  board.choose('square:b1');
  expect(editing.edited.tiles['a1']).toEqual({ tile: '1:3+camel', owner: null });
  expect(editing.edited.tiles['b1']).toEqual({ tile: '1:4', owner: 'W' });
  editing.tool = { kind: 'caravan' };
  board.choose('city:Mari');
  expect(editing.view.caravan).toBe('Mari');
  editing.tool = { kind: 'turn' };
  expect(board.mark('city:Babylon')).toBe('none');
  const before = editing.edited.plants[1]!.face;
  board.choose('city:Ur');
  expect(editing.edited.plants[1]!.face).not.toBe(before);
  editing.stop();
});

test('a marker comes to a space behind the others, and the order of the picks follows from the track', () => {
  const edited = partsOf(PALACE);
  stand(edited, 'K', 5);
  expect(textOf(edited, SIDES)).toMatch(/_W=.*,T3\.0_K=.*,T5\.0_/);
  stand(edited, 'K', 3);
  expect(textOf(edited, SIDES)).toMatch(/_W=.*,T3\.0_K=.*,T3\.1_/);
  ask(edited, 'pick');
  expect(edited.palace?.picks).toEqual(['K', 'W', 'K']);
  stand(edited, 'K', 0);
  ask(edited, 'pick');
  expect(edited.palace?.picks).toEqual([]);
});

test('any question can be asked; what goes with it goes with it', () => {
  const edited = partsOf(TEXT);
  ask(edited, 'sale');
  expect(textOf(edited, SIDES).endsWith('_todo=next,market-dig,sale')).toBe(true);
  edited.turn = 'W';
  ask(edited, 'tile-good');
  expect(edited.passed).toEqual([]);
  expect(textOf(edited, SIDES).endsWith('_planting=b1_todo=next,flip,grey,irrigation,tile-good')).toBe(true);
  edited.tiles['b1']!.owner = null;
  ask(edited, 'tile-good');
  expect(textOf(edited, SIDES)).not.toContain('_planting=');
  ask(edited, 'deal');
  expect(textOf(edited, SIDES).endsWith('G0_todo=deal')).toBe(true);
});

test('a tile that lay outside takes the place of one in the garden', () => {
  const edited = partsOf(TEXT);
  lay({ kind: 'tile', tile: '1:2+palace' }, 'square:b1', edited, view);
  expect(edited.tiles['b1']).toEqual({ tile: '1:2+palace', owner: 'W' });
  expect(reaches({ kind: 'tile', tile: '1:4' }, 'square:c1', edited, view)).toBe(false);
});

test('the server judges what was changed last, once', async () => {
  vi.useFakeTimers();
  const faults = [{ key: 'dry', seat: 'W', places: ['b1-b2'] }];
  const problem = { type: 'urn:amyitis:problem:malformed', title: '', status: 400, detail: 'no', faults };
  let sound = true;
  const asked = serve(() =>
    sound ? Response.json({ position: '', view }) : Response.json(problem, { status: 400 }),
  );
  const editing = new Editing(TEXT, view);
  await vi.advanceTimersByTimeAsync(10);
  expect(editing.sound).toBe(TEXT);
  sound = false;
  editing.change(() => (editing.edited.having['K']!.camels = 4));
  editing.change(() => (editing.edited.having['K']!.camels = 5));
  expect(editing.sound).toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain('_K=0,t0,c5,');
  expect(editing.faults).toEqual(['White has a cube in a canal that no water reaches: b1-b2.']);
});

test('what is impossible is said in words, each once', () => {
  expect(
    faultsInWords([
      { key: 'court', card: 'gardener', found: 5, expected: 4 },
      { key: 'court', card: 'banker', level: 2, found: 3, expected: 2 },
      { key: 'water' },
      { key: 'expansion' },
      { key: 'city', text: 'court', city: 'Uruk' },
      { key: 'copies', tile: '1:3+camel', found: 2, expected: 1 },
    ]),
  ).toEqual([
    'Gardener: the players hold 5 cards, but there are only 4.',
    'Banker, level 2: the players hold 3 cards, but there are only 2.',
    'Something else in the position does not fit.',
    'The game does not ask “Court card: which one” in Uruk, where the caravan stands.',
    '3 prestige and 1 camel: of this tile 2 lie in the garden, but there are only 1.',
  ]);
});
