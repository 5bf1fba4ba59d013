/** Which layout of the table a screen gets, and how large it is drawn there. */
import { phoneZoom } from './phone_zoom';

type Layout = 'wide' | 'tablet' | 'phone';

interface Fitting {
  layout: Layout;
  zoom: number;
}

/** Each layout is made for a size and shrinks or grows as one; a tablet's for lying and for standing. */
const WIDE = { width: 1366, height: 768 };
const LYING = { width: 1024, height: 768 };
const STANDING = { width: 768, height: 1024 };
/** From here on the wide table is as good as on a desk; below the others a layout would be hard to read. */
const WIDE_AT_EASE = 0.85;
const LEAST_WIDE = 0.72;
const LEAST_TABLET = 0.8;
/** A tablet's layout is taken where it is larger than the wide one by this much. */
const WORTH_IT = 1.05;

interface Wishes {
  /** How much larger than usual the browser is told to write. */
  textScale: number;
  /** How much higher than a table this one is: what lies under it. */
  below?: number;
  /** Whether there is a layout for tablets. */
  tablet?: boolean;
}

/** The layout for a window of this size. */
export function fittingFor(
  width: number,
  height: number,
  { textScale, below = 0, tablet = false }: Wishes,
): Fitting {
  const share = (size: { width: number; height: number }) =>
    Math.min(width / size.width, height / size.height);
  const wide = share({ width: WIDE.width, height: WIDE.height + below });
  const onTablet = tablet ? share(width > height ? LYING : STANDING) : 0;
  const better = onTablet >= LEAST_TABLET * textScale && onTablet > wide * WORTH_IT;
  if (wide >= WIDE_AT_EASE * textScale || (wide >= LEAST_WIDE * textScale && !better))
    return { layout: 'wide', zoom: wide };
  if (better) return { layout: 'tablet', zoom: onTablet };
  return { layout: 'phone', zoom: phoneZoom(textScale, width, height) };
}
