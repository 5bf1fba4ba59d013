/** What a tooltip is, of what it is told, and the lines that many of them share. */
import type { Prospect, Refusal, Seat, View } from '../../api/types';
import { listed, t } from '../../strings/index.svelte';
import { gainsOf, type Line } from '../answers/gains';

interface TipRow {
  label: string;
  lines: Line[];
}

export interface Tip {
  title: string;
  /** Beside the title: what it costs, or "not now". */
  aside: string;
  refused: boolean;
  rows: TipRow[];
  footer: string;
  clause: string;
}

export interface TipContext {
  view: View;
  /** The seat whose eyes we look through. */
  me: Seat | null;
  /** Whether it decides now. */
  deciding: boolean;
  options: Prospect[];
  reason: Refusal | null;
  name(seat: string): string;
}

/** What it is; and what choosing it would do, where that is known. */
export function effects(context: TipContext, lines: string[], alreadySaid = false): TipRow[] {
  const rows: TipRow[] = lines.length ? [{ label: '', lines: lines.map(bare) }] : [];
  const option = context.options[0];
  const gains = option && !alreadySaid ? gainsOf(option.events, context.me, context.name) : [];
  if (gains.length) rows.push({ label: t('tip.gain'), lines: gains });
  return rows;
}

/** One that says what the thing is, and nothing of now. */
export function plain(title: string, lines: string[], clause: string): Tip {
  const rows = lines.length ? [{ label: '', lines: lines.map(bare) }] : [];
  return { title, aside: '', refused: false, rows, footer: '', clause };
}

/** A line without a picture. */
export function bare(text: string): Line {
  return { icons: [], text };
}

/** A text before and after the first of a sign. */
export function split(text: string, at: string): string[] {
  const place = text.indexOf(at);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}

/** Who has how many: "White 2, Black 1". */
export function countsText(held: Map<string, number>, context: TipContext): string {
  return listed([...held].map(([seat, n]) => `${seatName(seat, context)} ${n}`));
}

/** The name of a seat, or of the cubes that are nobody's. */
export function seatName(seat: string, context: TipContext): string {
  return seat === 'N' ? t('colour.N') : context.name(seat);
}
