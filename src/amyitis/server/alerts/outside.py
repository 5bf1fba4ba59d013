"""Requests to addresses that people have named: never to the operator's own network, and to what was checked alone."""

import asyncio
import ipaddress
import socket
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import SplitResult, urlsplit

import httpx

from amyitis import __version__
from amyitis.service.problems import BadRequest

TIMEOUT = 5.0
MOST_AT_ONCE = 8
NETWORK_BITS, DISCARD = 64, 9  # of the own part of an IPv6 address; a port
# Python takes these for the world's: relays and translators lead to any IPv4 address, site-local is the own network,
# and the /32 leads from Azure's machines to their host.
INSIDE = [
    *map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32")),
    *map(ipaddress.ip_network, ("64:ff9b::/96", "fec0::/10", "3fff::/20", "5f00::/16")),
]
# The owner of a name can let a lookup take half a minute: it holds up other calls, and nothing else of the program.
_lookups = ThreadPoolExecutor(MOST_AT_ONCE, "names of others")


class NotOutside(OSError):
    """The address lies in the operator's own network, or is none at all."""


def check_url(text: str, field: str, schemes: tuple[str, ...] = ("http", "https")) -> str:
    """Return the address that somebody names; raises BadRequest for what is none."""
    try:
        url = urlsplit(text)
        good = url.scheme in schemes and url.hostname and url.username is None and url.port != 0
    except ValueError:
        good = False
    if not good or not text.isascii() or any(letter <= " " for letter in text):
        raise BadRequest(f"an address is like {schemes[-1]}://example.org/path", field=field)
    return text


def is_outside(address: str) -> bool:
    """Return whether an IP address is one of the world's, not of this machine, its network or a special one."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_outside(str(ip.ipv4_mapped))
        if ip.sixtofour is not None or ip.teredo is not None:
            return False
    special = ip.is_multicast or ip.is_reserved or any(ip in network for network in INSIDE)
    return ip.is_global and not special


def is_near(address: str) -> bool:
    """Return whether an address of the world is this machine's own, or (IPv6) one of its network. Nothing is sent."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, DISCARD))
            own, there = (ipaddress.ip_address(text.partition("%")[0]) for text in (probe.getsockname()[0], address))
    except OSError:  # there is no way there
        return False
    bits = NETWORK_BITS if there.version == 6 else 0
    return int(own) >> bits == int(there) >> bits


async def post(url: str, body: bytes, headers: Mapping[str, str], *, anywhere: bool) -> int:
    """Send a request and return its status; raises an OSError or httpx.HTTPError. `anywhere`: inside, too.

    The system has its own timeout for looking up a name: it cannot be interrupted.
    """
    parts = urlsplit(url)
    address = await _resolved(parts, anywhere)
    async with asyncio.timeout(TIMEOUT):
        port = f":{parts.port}" if parts.port else ""
        there = f"{parts.scheme}://{f'[{address}]' if ':' in address else address}{port}{parts.path or '/'}"
        there += f"?{parts.query}" if parts.query else ""
        # The connection goes to the very address that was checked: the name is not looked up again.
        by_name = {"sni_hostname": parts.hostname}
        every = {"Host": parts.netloc, "User-Agent": f"Amyitis/{__version__}"}
        async with (
            httpx.AsyncClient(timeout=TIMEOUT, follow_redirects=False, trust_env=False) as http,
            http.stream("POST", there, content=body, headers=every | dict(headers), extensions=by_name) as answer,
        ):
            return answer.status_code


async def _resolved(url: SplitResult, anywhere: bool) -> str:
    """Return an address of the host that may be called; raises NotOutside if any of them may not."""
    assert url.hostname is not None
    loop, port = asyncio.get_running_loop(), url.port or (443 if url.scheme == "https" else 80)
    look_up = partial(socket.getaddrinfo, url.hostname, port, type=socket.SOCK_STREAM)
    answers = await loop.run_in_executor(_lookups, look_up)
    addresses = [str(answer[4][0]) for answer in answers]
    if not addresses or not (anywhere or all(is_outside(address) and not is_near(address) for address in addresses)):
        raise NotOutside(f"{url.hostname} is not an address outside")
    return addresses[0]
