/** What grows on each square once it is planted: a bed of its own for every square, grander on the higher floors. */

/** The natural size of each plant's picture. */
const SIZES = {
  palm: [40, 52],
  bush: [30, 22],
  cypress: [16, 40],
  flower: [16, 14],
  pomegranate: [32, 38],
  blossom: [32, 36],
  olive: [34, 32],
  papyrus: [26, 34],
  rose: [22, 15],
  iris: [18, 20],
  pool: [48, 32],
  urn: [14, 20],
  pavilion: [46, 56],
} as const;

type Kind = keyof typeof SIZES;
/** A plant, where its foot stands (from the middle of the square, to the right and down), and how large it is. */
type Stand = readonly [kind: Kind, x: number, y: number, scale: number];

const BEDS: Record<string, readonly Stand[]> = {
  a1: [
    ['bush', 4, -12, 0.85],
    ['palm', -19, 3, 0.88],
    ['rose', 24, 0, 1.05],
    ['flower', -36, 8, 0.9],
    ['iris', 32, 11, 0.85],
    ['rose', -18, 17, 0.95],
    ['flower', 20, 20, 1],
  ],
  b1: [
    ['cypress', -12, -7, 0.8],
    ['cypress', -27, 1, 0.75],
    ['palm', 17, 4, 0.86],
    ['bush', -28, 12, 0.8],
    ['rose', 34, 9, 0.9],
    ['flower', -14, 22, 1],
    ['iris', 22, 20, 0.8],
  ],
  c1: [
    ['blossom', -2, -6, 0.9],
    ['bush', -28, 4, 0.85],
    ['rose', 27, 0, 1],
    ['flower', -16, 13, 1.1],
    ['flower', 36, 10, 0.9],
    ['bush', 24, 16, 0.7],
    ['iris', -18, 22, 0.75],
  ],
  d1: [
    ['olive', -14, -4, 0.95],
    ['cypress', 17, -4, 0.8],
    ['bush', 33, 8, 0.75],
    ['iris', -36, 8, 0.85],
    ['rose', -18, 15, 0.95],
    ['flower', 20, 18, 1],
  ],
  a2: [
    ['cypress', 14, -8, 0.8],
    ['pomegranate', -16, 2, 0.92],
    ['bush', 27, 4, 0.85],
    ['flower', -37, 8, 0.9],
    ['rose', 27, 16, 0.85],
    ['iris', -16, 20, 0.9],
  ],
  b2: [
    ['palm', -16, -1, 0.88],
    ['palm', 19, 2, 0.72],
    ['bush', 0, -12, 0.7],
    ['rose', -34, 9, 0.95],
    ['papyrus', 34, 10, 0.55],
    ['bush', -18, 18, 0.75],
    ['flower', 22, 19, 1],
  ],
  c2: [
    ['cypress', -26, 0, 0.82],
    ['palm', 0, -4, 0.85],
    ['cypress', 27, 2, 0.75],
    ['bush', -22, 13, 0.8],
    ['rose', 26, 14, 0.95],
    ['flower', -12, 24, 0.8],
  ],
  d2: [
    ['blossom', 16, 0, 0.9],
    ['blossom', -16, -4, 0.75],
    ['bush', -33, 6, 0.75],
    ['iris', 37, 8, 0.85],
    ['flower', -18, 17, 1.1],
    ['rose', 24, 17, 0.9],
  ],
  a3: [
    ['olive', 14, -4, 0.9],
    ['bush', -14, -8, 0.8],
    ['cypress', -29, 3, 0.7],
    ['rose', 32, 9, 0.95],
    ['flower', -24, 14, 1.1],
    ['iris', 20, 20, 0.85],
  ],
  b3: [
    ['pomegranate', 17, 0, 0.9],
    ['palm', -14, -2, 0.84],
    ['bush', -31, 8, 0.8],
    ['flower', 36, 9, 0.9],
    ['rose', -17, 18, 0.9],
    ['urn', 24, 20, 0.75],
  ],
  c3: [
    ['cypress', -10, -11, 0.72],
    ['cypress', 10, -11, 0.72],
    ['pool', 0, 7, 0.92],
    ['rose', -37, 7, 0.9],
    ['rose', 37, 7, 0.9],
    ['iris', -21, 19, 0.85],
    ['papyrus', 24, 19, 0.6],
  ],
  d3: [
    ['palm', -17, -1, 0.85],
    ['pomegranate', 17, -2, 0.82],
    ['bush', 0, -10, 0.7],
    ['urn', -38, 8, 0.8],
    ['urn', 38, 8, 0.8],
    ['rose', -20, 16, 1],
    ['flower', 22, 18, 1.1],
  ],
  a4: [
    ['palm', 12, 0, 0.88],
    ['bush', -16, -4, 0.85],
    ['flower', -33, 6, 0.95],
    ['rose', 34, 8, 1],
    ['iris', -18, 18, 0.95],
    ['bush', 26, 18, 0.65],
  ],
  b4: [
    ['blossom', -14, -3, 0.85],
    ['cypress', 10, -8, 0.75],
    ['cypress', 24, 0, 0.72],
    ['rose', -35, 8, 0.95],
    ['bush', 32, 11, 0.7],
    ['flower', -18, 18, 1.1],
    ['iris', 22, 20, 0.8],
  ],
  c4: [
    ['pomegranate', -18, -1, 0.82],
    ['palm', 18, 0, 0.85],
    ['rose', 0, -14, 1],
    ['urn', -38, 8, 0.8],
    ['urn', 38, 8, 0.8],
    ['flower', -20, 17, 1.1],
    ['iris', 23, 18, 0.9],
  ],
  d4: [
    ['palm', -29, -3, 0.74],
    ['palm', 29, -3, 0.74],
    ['pavilion', 0, 9, 0.86],
    ['urn', -38, 9, 0.8],
    ['urn', 38, 9, 0.8],
    ['rose', -23, 17, 1],
    ['rose', 25, 17, 1],
  ],
};

/** The colour of the blossoms in a square's hedge and along its front. */
const BLOSSOMS = ['#f6d3e1', '#f7cf57', '#ffffff', '#f0906f', '#c9b6f2'] as const;

export function blossomOf(square: string): string {
  const count = Object.keys(BEDS).indexOf(square);
  return BLOSSOMS[(count * 3) % BLOSSOMS.length] ?? BLOSSOMS[0];
}

/** Trees are drawn a little larger than the beds are measured, so that they look lush. */
const LUSH = 1.16;

interface Plant {
  picture: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The plants of a square whose middle is at `x`, `y`, those at the back first. */
export function plantsOf(square: string, [x, y]: readonly [number, number], scale: number): Plant[] {
  return [...(BEDS[square] ?? [])]
    .sort((one, other) => one[2] - other[2])
    .map(([kind, dx, dy, size]) => {
      const [width, height] = SIZES[kind];
      const k = scale * size * LUSH;
      return {
        picture: `garden-${kind}`,
        x: x + dx * scale - (width * k) / 2,
        y: y + dy * scale - height * k,
        width: width * k,
        height: height * k,
      };
    });
}
