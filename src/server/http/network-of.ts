/**
 * The network that limits are counted by: an IPv4 address alone, and of an IPv6 address the /64 that one customer is
 * given, of which every program could take a new address for each request.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const groupsOf = (text = "") => text.split(":").filter((group) => group !== "");
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => "0"), ...right];
  const network = groups.slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
  return `${network.join(":")}::/64`;
}
