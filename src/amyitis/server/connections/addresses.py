"""Network addresses: as what they are counted, and the proxies whose word is taken for who asks."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from amyitis.errors import Malformed

LOOPBACK = ("127.0.0.0/8", "::1")
IPV6_PREFIX = 64  # bits: so much of an IPv6 address is its network's, the rest is its owner's choice


@lru_cache(4096)
def counted_as(address: str) -> str:
    """The name under which an address is counted: itself, or its network if it is one of IPv6."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address) or parsed.is_loopback:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, IPV6_PREFIX), strict=False))


class TrustedProxies:
    """The addresses of proxies, as they were given: single ones, networks, or the word `loopback`."""

    def __init__(self, given: Iterable[str] = ()) -> None:
        names = [address for name in given for address in (LOOPBACK if name == "loopback" else (name,))]
        try:
            self._networks = [ip_network(name) for name in names]
        except ValueError as problem:
            raise Malformed(f"a trusted proxy is an address, a network or the word loopback: {problem}") from None
        self._is_trusted = lru_cache(1024)(self._looked_up)

    def __contains__(self, address: str) -> bool:
        return bool(self._networks) and self._is_trusted(address)

    def _looked_up(self, address: str) -> bool:
        try:
            parsed = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        return any(parsed in network for network in self._networks)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """The address of the one who asks, given the peer and the `X-Forwarded-For` lines in their order.

        A client may have written the list's beginning, so it is read from its end: the first address there that is
        no trusted proxy's. What is no address ends the search.
        """
        client = peer
        for name in reversed([entry.strip() for line in forwarded for entry in line.split(",")]):
            if client not in self:
                break
            try:
                client = str(ip_address(name))
            except ValueError:
                break
        return client
