/** Small sounds, made here: a lyre's plucked strings and the knock of a wooden cube. */
import type { Entry } from '../../api/types';

let context: AudioContext | null = null;

/** A plucked string: a soft triangle with its octave, dying away. */
function pluck(pitch: number, after = 0, loudness = 0.12): void {
  if (!context) return;
  const begin = context.currentTime + after;
  for (const [times, share] of [
    [1, 1],
    [2, 0.35],
  ] as const) {
    const string = context.createOscillator();
    const volume = context.createGain();
    string.type = 'triangle';
    string.frequency.value = pitch * times;
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(loudness * share, begin + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.7);
    string.connect(volume).connect(context.destination);
    string.start(begin);
    string.stop(begin + 0.75);
  }
}

/** A cube put down: a short, low knock. */
function knock(after = 0): void {
  if (!context) return;
  const begin = context.currentTime + after;
  const wood = context.createOscillator();
  const volume = context.createGain();
  wood.frequency.setValueAtTime(240, begin);
  wood.frequency.exponentialRampToValueAtTime(90, begin + 0.06);
  volume.gain.setValueAtTime(0.2, begin);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.09);
  wood.connect(volume).connect(context.destination);
  wood.start(begin);
  wood.stop(begin + 0.1);
}

/** Browsers allow sound after a person has done something: call this from a click. */
export function allowSounds(): void {
  context ??= new AudioContext();
  void context.resume();
}

export function soundOfTurn(): void {
  [392, 523.25].forEach((pitch, i) => pluck(pitch, i * 0.12));
}

/** What an entry of the log sounds like. */
export function soundOf(entry: Entry): void {
  const kinds = new Set(entry.events.map((event) => event.what));
  if (kinds.has('game over')) [392, 493.88, 587.33, 783.99].forEach((pitch, i) => pluck(pitch, i * 0.14));
  else if (kinds.has('tile')) [523.25, 659.25, 783.99].forEach((pitch, i) => pluck(pitch, i * 0.07, 0.09));
  else if (kinds.has('canal') || kinds.has('cube in row') || kinds.has('cube in temple')) knock();
  else if (kinds.has('court card')) pluck(440, 0, 0.08);
  else if (kinds.has('caravan')) [0, 0.09, 0.18].forEach(knock);
}
