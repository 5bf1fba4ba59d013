/** The pieces that can be picked up, where each can be laid, and what that changes. */
import { isRow, isTemple, type Craft, type Cube, type Seat, type View } from '../../../api/types';
import type { Place } from '../../../table/board/board.svelte';
import type { Edited } from './sections';

export type Tool =
  | { kind: 'cube'; cube: Cube }
  | { kind: 'garden'; seat: Seat }
  | { kind: 'take' }
  | { kind: 'caravan' }
  | { kind: 'turn' }
  | { kind: 'swap'; from: string | null }
  | { kind: 'tile'; tile: string };

/** Whether a click on a place does something with this piece. */
export function reaches(tool: Tool, place: Place, edited: Edited, view: View): boolean {
  const [kind, name] = parsed(place);
  if (kind === 'city') {
    if (tool.kind === 'caravan') return name !== edited.caravan;
    return tool.kind === 'turn' && view.cities.some(({ city, plant }) => city === name && plant);
  }
  if (kind === 'square') {
    const square = edited.tiles[name];
    if (tool.kind === 'take') return Boolean(square?.owner);
    return Boolean(square) && ['garden', 'swap', 'tile'].includes(tool.kind);
  }
  const lying = cubesAt(place, edited);
  if (tool.kind === 'take') return kind === 'craft' || Boolean(lying?.length);
  if (tool.kind !== 'cube' || !lying) return false;
  return kind !== 'row' || (tool.cube !== 'N' && isRow(name) && lying.length < view.fields[name].length);
}

/** Lay the piece at a place where it reaches; the parts are changed. Returns the piece that is in the hand then. */
export function lay(tool: Tool, place: Place, edited: Edited, view: View): Tool {
  const [kind, name] = parsed(place);
  if (tool.kind === 'caravan') edited.caravan = name;
  else if (tool.kind === 'turn') turn(edited, view, name);
  else if (tool.kind === 'swap') return swapped(tool.from, name, edited);
  else if (tool.kind === 'tile') edited.tiles[name]!.tile = tool.tile;
  else if (kind === 'square') {
    const square = edited.tiles[name]!;
    square.owner = tool.kind === 'garden' && square.owner !== tool.seat ? tool.seat : null;
  } else if (kind === 'craft') takeCard(edited, name);
  else layCube(tool.kind === 'cube' ? tool.cube : null, place, edited, view);
  return tool;
}

function parsed(place: Place): [kind: string, name: string] {
  const at = place.indexOf(':');
  return [place.slice(0, at), place.slice(at + 1)];
}

function cubesAt(place: Place, edited: Edited): Cube[] | null {
  const [kind, name] = parsed(place);
  if (kind === 'side') return edited.canals[name] ?? [];
  if (kind === 'temple' && isTemple(name)) return edited.temples[name];
  return kind === 'row' && isRow(name) ? edited.rows[name] : null;
}

/** A cube comes into a temple at the left and pushes, as in play; into a field row at the right. Null takes one away. */
function layCube(cube: Cube | null, place: Place, edited: Edited, view: View): void {
  const [kind, name] = parsed(place);
  const lying = cubesAt(place, edited)!;
  if (kind === 'temple' && isTemple(name)) {
    if (!cube) lying.shift();
    else edited.temples[name] = [cube, ...lying].slice(0, view.temples[name].length);
  } else if (kind === 'row') {
    if (cube) lying.push(cube);
    else lying.pop();
  } else edited.canals[name] = cube ? dug(lying, cube, view.garden.sides[name]!.areas) : lying.slice(0, -1);
}

/** The cubes of a side after a click: one more while there is room, then in place of another, then none. */
function dug(lying: readonly Cube[], cube: Cube, areas: number): Cube[] {
  if (lying.length < areas) return [...lying, cube];
  const other = lying.findIndex((one) => one !== cube);
  return other < 0 ? [] : lying.with(other, cube);
}

function turn(edited: Edited, view: View, name: string): void {
  const cities = view.cities.filter(({ plant }) => plant);
  const slot = cities.findIndex(({ city }) => city === name);
  const plant = cities[slot]!.plant!;
  const laid = edited.plants[slot]!;
  laid.face = laid.face === plant.face ? plant.under.face : plant.face;
}

function swapped(from: string | null, name: string, edited: Edited): Tool {
  if (from === null) return { kind: 'swap', from: name };
  const [one, other] = [edited.tiles[from]!, edited.tiles[name]!];
  [one.tile, other.tile] = [other.tile, one.tile];
  return { kind: 'swap', from: null };
}

function takeCard(edited: Edited, name: string): void {
  const [number = '', craft = ''] = name.split('/');
  const group = edited.crafts[Number(number) - 1]!;
  const at = group.indexOf(craft as Craft);
  if (at >= 0) group.splice(at, 1);
}
