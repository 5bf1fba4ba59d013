/** The one function that is used of subset-font, which has no types of its own. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    variationAxes: Record<string, { min: number; max: number; default: number }>;
  }
  export default function subset(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>;
}
