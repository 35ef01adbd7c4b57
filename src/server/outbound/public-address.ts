import ipaddr from "ipaddr.js";

/** RFC 4291, section 2.4, as IANA gives it out. */
const GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address belongs to somebody on the public internet. Everything else is refused: loopback, private and
 * shared networks, link-local ones with the metadata services of clouds, multicast, what is reserved, and every way to
 * write one of them as IPv6.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine.
  if (!ipaddr.isValid(address) || address.includes("%")) return false;
  const parsed = ipaddr.process(address);
  // Of IPv6 only this eighth was ever given out; beside it lie old ways to write addresses of IPv4, such as ::7f00:1.
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(GLOBAL));
}
