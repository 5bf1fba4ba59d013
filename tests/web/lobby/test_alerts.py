"""Being called, set on the page: chats, quiet hours, and push messages that the page's real worker shows."""

import json
import re
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from tests.server.alerts.receiving import MailServer, Receiver, new_subscriber
from tests.server.running import Databases, RunningServer, run_server
from tests.web.conftest import PAGE, PHONE, NewPage
from tests.web.local.kept_page import KEPT

# The browser of the tests has no push service and shows no messages. What a service would give is what the test's own
# endpoint can read, and what the worker shows is noted.
SUBSCRIBED = """([endpoint, p256dh, auth]) => {
  let mine = null;
  Object.defineProperty(Notification, 'permission', { value: 'granted' });
  Notification.requestPermission = async () => 'granted';
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly || !options.applicationServerKey) throw new Error('not as it must be');
    return mine = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => { mine = null; return true; },
    };
  };
  PushManager.prototype.getSubscription = async () => mine;
}"""
KEYS = ("endpoint", "p256dh", "auth")
NOTED = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, options) => { self.shown.push({ title, ...options }); };
}"""
SHOWN = "(many) => new Promise((done) => setInterval(() => self.shown.length >= many && done(self.shown), 20))"
# A click: no browser lets a script open a window without one, so what would be opened is noted.
CLICKED = """(data) => new Promise((done) => {
  self.clients.openWindow = async (url) => done(url);
  const event = new ExtendableEvent('notificationclick');
  event.notification = { data, close: () => {} };
  self.dispatchEvent(event);
})"""


def test_a_chat_a_mail_address_and_quiet_hours_are_kept(databases: Databases, new_page: NewPage) -> None:
    receiver, mails = Receiver(), MailServer()
    options = ("--webhooks", "--alerts-anywhere", "--mail", mails.address)
    with run_server(databases.sqlite(), "--page", str(PAGE), *options) as server:
        page = new_page()
        page.goto(f"{server.address}/games")
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("link", name="Notifications").click()
        address, save = page.get_by_label("Address to call"), page.get_by_role("button", name="Save").first
        address.fill("https://somebody:secret@example.org/turn")
        save.click()
        expect(page.get_by_role("alert")).to_be_visible()
        page.get_by_label("Where to").select_option("Slack")
        address.fill(f"{receiver.address}/slack")
        save.click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        page.get_by_role("button", name="Try it").click()
        expect(page.get_by_text("A message is on its way.")).to_be_visible()
        assert "This is how you are called" in receiver.got.get_nowait().json["text"]
        page.get_by_role("switch", name="Do not call me at night").click()
        page.get_by_label("From").fill("23:15")
        page.get_by_role("button", name="Save").last.click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        # A mail goes there once somebody has followed the link of the first one; each has a link that ends them.
        page.get_by_label("Mail address").fill("anna@example.org")
        page.get_by_role("button", name="Send me a digest").click()
        expect(page.get_by_text("A mail is on its way to anna@example.org")).to_be_visible()
        mail = mails.got.get(timeout=10)
        assert (mail["To"], mail["From"]) == ("anna@example.org", "amyitis@example.org")
        links = re.findall(r"http://\S+", mail.get_content())
        reader = new_page()
        reader.goto(links[0])
        reader.get_by_role("button", name="Yes, send it").click()
        expect(reader.get_by_text("From now on you get a digest")).to_be_visible()
        page.reload()
        expect(page.get_by_text("A digest goes to anna@example.org.")).to_be_visible()
        reader.goto(mail["List-Unsubscribe"].strip(" <>"))
        reader.get_by_role("button", name="No more mails").click()
        expect(reader.get_by_text("You will get no more mails.")).to_be_visible()
        page.reload()
        expect(page.get_by_label("Mail address")).to_have_value("")
        expect(page.get_by_label("Address to call")).to_have_value(f"{receiver.address}/slack")
        expect(page.get_by_label("Where to")).to_have_value("slack")
        expect(page.get_by_label("From")).to_have_value("23:15")
    receiver.close()
    mails.close()


def test_a_push_message_goes_all_the_way(databases: Databases, browser: Browser) -> None:
    receiver, subscriber = Receiver(), new_subscriber()
    subscription = subscriber.subscription(f"{receiver.address}/push")
    with run_server(databases.sqlite(), "--page", str(PAGE), "--push", "--alerts-anywhere") as server:
        page = browser.new_context(locale="en-US").new_page()
        page.add_init_script(f"({SUBSCRIBED})({json.dumps([subscription[name] for name in KEYS])})")
        page.goto(server.address)
        assert page.evaluate(KEPT)
        page.goto(f"{server.address}/alerts")
        page.get_by_role("switch", name="Show me a message").click()
        expect(page.get_by_text("A message is on its way.")).to_be_visible()
        expect(page.get_by_text("One of your browsers shows messages.")).to_be_visible()
        message = json.loads(subscriber.decrypted(receiver.got.get_nowait().body))
        message["notification"]["navigate"] = "https://another.name/table/abc123"
        (worker,) = page.context.service_workers
        worker.evaluate(NOTED)
        for content in (json.dumps(message), "not a message of ours"):
            deliver(page, server, content)
        first, second = sorted(worker.evaluate(SHOWN, 2), key=lambda one: len(one["body"]), reverse=True)
        icon = f"{server.address}/icon-192.png"
        assert first == {
            "title": "This is how you are called", "body": "If you can read this, it works.", "lang": "en",
            "tag": "amyitis", "icon": icon, "data": "https://another.name/table/abc123",
        }  # fmt: skip
        assert (second["title"], second["body"]) == ("Amyitis", ""), "every message shows something"
        assert worker.evaluate(CLICKED, first["data"]) == f"{server.address}/table/abc123", "by the name known here"
        assert worker.evaluate(CLICKED, "") == f"{server.address}/"
        page.get_by_role("switch", name="Show me a message").click()
        expect(page.get_by_text("One of your browsers shows messages.")).to_be_hidden()
        page.context.close()
    receiver.close()


def deliver(page: Page, server: RunningServer, content: str) -> None:
    """Have the browser give a message to the page's worker, as a push service would."""
    devtools = page.context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not registrations:
        page.evaluate("1")
    parts = urlsplit(server.address)
    asked = {"origin": f"{parts.scheme}://{parts.netloc}", "registrationId": registrations[0], "data": content}
    devtools.send("ServiceWorker.deliverPushMessage", asked)


def test_who_holds_an_iphone_is_told_of_the_home_screen(databases: Databases, new_page: NewPage) -> None:
    with run_server(databases.sqlite(), "--page", str(PAGE), "--push") as server:
        agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari"
        page = new_page(PHONE, user_agent=agent)
        page.goto(f"{server.address}/alerts")
        expect(page.get_by_text("Add to Home Screen")).to_be_visible()
        expect(page.get_by_text("Show me a message")).to_have_count(0)
