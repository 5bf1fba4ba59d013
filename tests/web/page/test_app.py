"""The page can be installed as an app: a manifest that the browser understands, and icons that are what it says."""

import json

from tests.server.running import RunningServer
from tests.web.conftest import NewPage

DECODED = """async (address) => {
  const picture = await createImageBitmap(await (await fetch(address)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  const at = (x, y) => [...context.getImageData(x * picture.width, y * picture.height, 1, 1).data];
  return { size: `${picture.width}x${picture.height}`, corner: at(0, 0)[3], middle: at(0.5, 0.45) };
}"""
GRASS = [0x7F, 0xB8, 0x5C, 255]


def test_the_page_has_what_an_app_needs(new_page: NewPage, server: RunningServer) -> None:
    page = new_page()
    page.goto(server.address)
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    manifest = json.loads(found["data"])
    assert found["errors"] == []
    assert found["url"] == f"{server.address}/manifest.webmanifest"
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("./", "./", "standalone")
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {(icon["sizes"], icon["purpose"]) for icon in pictures} >= {("192x192", "any"), ("512x512", "maskable")}
    for icon in pictures:
        drawn = page.evaluate(DECODED, f"/{icon['src']}")
        assert drawn["size"] == icon["sizes"]
        assert drawn["corner"] == (255 if icon["purpose"] == "maskable" else 0)
        assert drawn["middle"] == GRASS
    touch = page.locator('link[rel="apple-touch-icon"]').get_attribute("href")
    assert page.evaluate(DECODED, touch)["size"] == "180x180"
