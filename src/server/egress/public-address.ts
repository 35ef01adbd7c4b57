import ipaddr from "ipaddr.js";

/**
 * Whether an address belongs to somebody on the public internet. Everything else is refused: loopback, private and
 * shared networks, link-local ones with the metadata services of clouds, multicast, what is reserved, and every way to
 * write one of them as IPv6.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine.
  if (!ipaddr.isValid(address) || address.includes("%")) return false;
  return ipaddr.process(address).range() === "unicast";
}
