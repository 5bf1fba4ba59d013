"""What a page asks for until the lobby is there; what it fetches for later, when a pointer moves, comes after that."""

# Keeps the time at which the lobby is there, whoever looks and whenever.
LOBBY_AT = """
  const watching = new MutationObserver(() => {
    if (![...document.querySelectorAll('h1, h2')].some((one) => one.textContent.includes('Play against bots'))) return;
    watching.disconnect();
    window.lobbyAt = performance.now();
  });
  watching.observe(document, { characterData: true, childList: true, subtree: true });
"""
# A busy browser may list a file only after it has run it.
ASKED_BEFORE = """async () => {
  const files = () => performance.getEntriesByType('resource');
  const needed = document.querySelectorAll('script[src], link[rel=stylesheet]').length;
  while (!window.lobbyAt || files().length < needed) await new Promise(requestAnimationFrame);
  return files().filter((one) => one.startTime <= lobbyAt).map((one) => one.name);
}"""
