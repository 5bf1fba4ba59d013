/**
 * SHA-256 and HMAC-SHA-256. Browsers have them for pages that came over HTTPS or from this machine; for a server in the
 * own network, over plain HTTP, there is a small one here.
 */

const words = new TextEncoder();

/** The SHA-256 of a text, in hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  return hex(await digest(words.encode(text)));
}

/** HMAC-SHA-256 of a text. */
export async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  if (hasSubtle()) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const made = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', made, words.encode(text)));
  }
  return plainHmac(key, words.encode(text));
}

/** Random hexadecimal digits of 256 bits. */
export function randomHex(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function bytesOf(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hasSubtle(): boolean {
  return typeof crypto !== 'undefined' && typeof crypto.subtle !== 'undefined';
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return hasSubtle() ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)) : plainSha256(bytes);
}

const BLOCK = 64;

/** HMAC as RFC 2104 has it, for keys that are no longer than a block. */
export function plainHmac(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(BLOCK);
  padded.set(key);
  const inner = plainSha256(
    joined(
      padded.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return plainSha256(
    joined(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** The first 32 bits of the fractional part of a root of a prime. */
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;

/** The numbers that SHA-256 starts with, and those of its rounds: reckoned when they are first needed. */
let numbers: { start: number[]; rounds: number[] } | null = null;

function sha256Numbers() {
  if (numbers) return numbers;
  const primes: number[] = [];
  for (let n = 2; primes.length < BLOCK; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  numbers = { start, rounds: primes.map((prime) => fraction(Math.cbrt(prime))) };
  return numbers;
}

/** SHA-256 as FIPS 180-4 has it. */
export function plainSha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(length - 4, message.length << 3);
  const state = [...sha256Numbers().start];
  for (let at = 0; at < length; at += BLOCK) mixBlock(state, view, at);
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => result.setUint32(4 * i, word));
  return new Uint8Array(result.buffer);
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function mixBlock(state: number[], view: DataView, at: number): void {
  const w = new Int32Array(BLOCK);
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < BLOCK; i++) {
    const [x, y] = [w[i - 15]!, w[i - 2]!];
    const first = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const second = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    w[i] = (w[i - 16]! + first + w[i - 7]! + second) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  const { rounds } = sha256Numbers();
  for (let i = 0; i < BLOCK; i++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + rounds[i]! + w[i]!) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i]! + word) | 0));
}
