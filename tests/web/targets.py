"""What fingers must hit: whatever can be pressed is large enough, or reaches further than it looks."""

from playwright.sync_api import Page

TARGET = 40  # pixels

# The sizes of all that can be pressed and is too small. Links within a text are read, not aimed at; in the garden a tap
# takes the nearest place; one that cannot be chosen is a picture. A control is as large as its label, a link as what
# it spreads over.
SMALL = """(target) => {
  const pressed = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=tab], [role=button]';
  const found = [], undrawn = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [];  // what cannot be seen is not pressed: this looks at the page as if it were drawn
  for (const one of document.querySelectorAll(pressed)) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (one.closest('.unseen, .hidden, [inert], [aria-hidden=true], .garden svg')) continue;
    if (one.dataset.place && !one.matches('.legal, .refused, .chosen')) continue;
    if (one.matches('a') && one.closest('p, dd, td, label') && !one.matches('.reach')) continue;
    const spread = getComputedStyle(one, '::after');
    const boxes = [one, ...(one.labels ?? [])].map((part) => part.getBoundingClientRect());
    if (spread.position === 'absolute')
      boxes.push({ width: parseFloat(spread.width), height: parseFloat(spread.height) });
    const [width, height] = ['width', 'height'].map((side) => Math.max(...boxes.map((box) => box[side])));
    if (width > 0 && Math.min(width, height) < target - 0.5)
      found.push(`${one.ariaLabel ?? one.textContent.trim().slice(0, 40)}: ${width} by ${height}`);
  }
  document.adoptedStyleSheets = undrawn;
  return found;
}"""


def small_targets(page: Page) -> list[str]:
    """What on this screen is too small for a finger."""
    found: list[str] = page.evaluate(SMALL, TARGET)
    return found
