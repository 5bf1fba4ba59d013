"""What is wrong with a screen: what axe finds, what is too small for a finger, what is cut off or scrolls."""

from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, ROOT, drawn

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
# A tooltip lies outside of every landmark: what it explains refers to it, wherever that is.
ALLOW_TOOLTIPS = "axe.configure({rules: [{id: 'region', selector: 'body *:not(.tip, .tip *)'}]})"
# What depends on the theme; all else is the same by day and by night.
COLOURS = ["color-contrast", "link-in-text-block"]
# (Style sheets are not fetched once more: no rule that is run asks for them.)
RUN_AXE = """([part, rules]) => axe.run(part ?? document, {resultTypes: ['violations'], preload: {assets: ['media']},
  ...(rules ? {runOnly: {type: 'rule', values: rules}} : {})})"""

# A screen by its name; or its name and the parts of it that are new, where the rest was looked at just before.
Screen = str | tuple[str, str]

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

# What can be pressed or read and reaches out of the window.
OUTSIDE = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  for (const one of document.querySelectorAll('button, a, h1, h2, p, [data-place]')) {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || one.closest('[hidden], .hidden, [inert]')) continue;
    const scrolls = (() => { for (let up = one.parentElement; up; up = up.parentElement) {
      const look = getComputedStyle(up);
      if (/auto|scroll/.test(look.overflowX + look.overflowY)) return true;
    } return false; })();
    if (scrolls) continue;
    // Of a garden that is enlarged around what may be chosen, that must be in sight; the rest can be moved there.
    if (one.closest('.garden > svg')?.style.transform && !one.matches('.legal')) continue;
    const over = Math.max(-box.left, box.right - wide, -box.top, box.bottom - innerHeight);
    if (over > 14) found.push(`${one.tagName} ${one.dataset.place ?? one.textContent.trim().slice(0, 30)}: ${over}`);
  }
  return found;
}"""


def defects(page: Page, shown: Screen, in_both_themes: bool = True) -> list[str]:
    """What axe finds on this screen, by day and by night: all there is in the theme it is in, then in the other one,
    unless its colours were looked at before; on a phone also what is too small to hit.
    """
    found: list[str] = []
    screen, part = shown if isinstance(shown, tuple) else (shown, None)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
        page.evaluate(ALLOW_TOOLTIPS)
    themes = ["light", "dark"] if page.locator("html").get_attribute("data-theme") == "light" else ["dark", "light"]
    with drawn(page):
        for theme, rules in list(zip(themes, (None, COLOURS), strict=True))[: 2 if in_both_themes else 1]:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            for defect in page.evaluate(RUN_AXE, [part, rules])["violations"]:
                nodes = [f"{node['target']}: {node['failureSummary']}" for node in defect["nodes"][:3]]
                found.append(f"{screen}, {theme}: {defect['id']} {nodes}")
    if page.evaluate("innerWidth") <= PHONE[0]:
        found += [f"{screen}, too small: {target}" for target in small_targets(page)]
    return found


def small_targets(page: Page) -> list[str]:
    """What on this screen is too small for a finger."""
    found: list[str] = page.evaluate(SMALL, TARGET)
    return found


def overflow(page: Page) -> tuple[bool, bool]:
    """Whether the page scrolls sideways, and up and down."""
    found = page.evaluate(
        "[document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]"
    )
    return bool(found[0]), bool(found[1])
