import { isIPv4 } from "node:net";

/**
 * The network that a client address belongs to, as one customer of a provider commonly has it: 24 bits of IPv4, 48 of IPv6
 * (RFC 6177). Takes what `clientAddress` answers. Undefined for this machine itself.
 */
export function clientNetwork(address: string): string | undefined {
  if (isIPv4(address)) return address.startsWith("127.") ? undefined : address.replace(/\.\d+$/, ".0/24");
  const groups = address.replace(/::\/64$/, "").split(":");
  if (groups.join("") === "0000") return undefined;
  return `${groups.slice(0, 3).join(":")}::/48`;
}
