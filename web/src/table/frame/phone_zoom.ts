/** How much larger than usual a phone's table is drawn for a person who has told the browser to write larger. */

/** A phone's table needs this much room for what must be seen at once, lying and standing. */
const LYING = { width: 600, height: 340 };
const STANDING = { width: 360, height: 560 };

export function phoneZoom(textScale: number, width: number, height: number): number {
  const least = width > height ? LYING : STANDING;
  return Math.min(textScale, Math.max(1, Math.min(width / least.width, height / least.height)));
}
