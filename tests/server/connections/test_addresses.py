"""Whose address a connection is counted by, and which proxies are believed."""

import pytest

from amyitis.errors import Malformed
from amyitis.server.connections.addresses import TrustedProxies, counted_as


def test_a_network_of_ipv6_is_one_address() -> None:
    assert counted_as("2001:db8:1:2:3:4:5:6") == counted_as("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert counted_as("192.0.2.1") == counted_as("::ffff:192.0.2.1") == "192.0.2.1"


def test_a_proxy_is_believed_from_the_end_of_what_it_says() -> None:
    proxies = TrustedProxies(["10.0.0.0/8", "loopback"])
    assert proxies.client("127.0.0.1", ["198.51.100.7, 192.0.2.1, 10.1.1.1"]) == "192.0.2.1"
    assert proxies.client("127.0.0.1", ["198.51.100.7", "192.0.2.1"]) == "192.0.2.1"
    assert proxies.client("127.0.0.1", ["nonsense"]) == "127.0.0.1"
    assert proxies.client("192.0.2.9", ["198.51.100.7"]) == "192.0.2.9", "anybody may write such a line"
    assert TrustedProxies().client("127.0.0.1", ["198.51.100.7"]) == "127.0.0.1"
    with pytest.raises(Malformed, match="trusted proxy"):
        TrustedProxies(["my-proxy"])
