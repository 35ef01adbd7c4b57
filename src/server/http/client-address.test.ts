import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientAddress, parseProxies } from "./client-address.ts";

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as IncomingMessage;

test.each<[string, string, string, string | undefined, string]>([
  ["without proxies a header is not believed", "", "203.0.113.7", "198.51.100.1", "203.0.113.7"],
  ["a stranger's header is not believed", "10.0.0.0/8", "203.0.113.7", "198.51.100.1", "203.0.113.7"],
  ["behind a proxy the client counts", "10.0.0.0/8", "10.1.2.3", "198.51.100.1", "198.51.100.1"],
  ["what the client wrote itself does not count", "10.0.0.0/8", "10.1.2.3", "192.0.2.66, 198.51.100.1", "198.51.100.1"],
  ["several proxies", "10.0.0.0/8 127.0.0.1", "127.0.0.1", "198.51.100.1, 10.9.9.9", "198.51.100.1"],
  ["IPv4 spelled as IPv6", "127.0.0.1", "::ffff:127.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
  ["a proxy that says nothing", "127.0.0.1", "127.0.0.1", undefined, "127.0.0.1"],
  ["rubbish in the header", "127.0.0.1", "127.0.0.1", "unknown", "127.0.0.1"],
  ["one customer's IPv6 addresses are one", "", "2001:db8:0:1:aaaa::1", undefined, "2001:db8:0:1::/64"],
  ["the same network spelled at length", "", "2001:0db8:0000:0001:0:0:0:2", undefined, "2001:db8:0:1::/64"],
  ["an IPv6 proxy", "fd00::/8", "fd00::1", "[2001:db8:5::9]:443", "2001:db8:5:0::/64"],
])("%s", (_, proxies, remote, forwarded, address) => {
  expect(clientAddress(from(remote, forwarded), parseProxies(proxies)!)).toBe(address);
});

test.each(["localhost", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/x", "fd00::/129"])("%s is no proxy", (text) => {
  expect(parseProxies(text)).toBeUndefined();
});
