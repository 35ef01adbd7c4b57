import { BlockList, isIP } from "node:net";
import type { Socket } from "node:net";
import type { IncomingMessage } from "node:http";

/** Addresses and networks (CIDR) of the proxies in front of Exhibit. Undefined when one is not readable. */
export function parseProxies(text: string): BlockList | undefined {
  const list = new BlockList();
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [address, bits, more] = part.split("/") as [string, string?, string?];
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    const prefix = bits === undefined ? most : Number(bits);
    const isNumber = bits === undefined || /^\d{1,3}$/.test(bits);
    if (family === 0 || more !== undefined || !isNumber || prefix > most) return undefined;
    list.addSubnet(address, prefix, family === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

/**
 * The address a request is counted under. Behind our own proxies it is the last one in X-Forwarded-For that none of
 * them is; what anyone else writes there is not believed. Of an IPv6 address only the network counts (64 bits): one
 * customer commonly has all of it.
 */
export function clientAddress(request: IncomingMessage, proxies: BlockList): string {
  const { socket } = request;
  if (proxies.rules.length > 0) return addressOf(request, proxies);
  let address = direct.get(socket);
  if (address === undefined) direct.set(socket, (address = addressOf(request, proxies)));
  return address;
}

/**
 * The address a connection is counted under, or undefined for one of our own proxies. Of an IPv6 address only the network counts,
 * as for requests.
 */
export function peerNetwork(socket: Socket, proxies: BlockList): string | undefined {
  const address = plain(socket.remoteAddress ?? "");
  const family = isIP(address);
  if (family !== 0 && proxies.check(address, family === 6 ? "ipv6" : "ipv4")) return undefined;
  return family === 6 ? networkOf(address) : address;
}

/** Without proxies a connection has one client for as long as it lasts. */
const direct = new WeakMap<Socket, string>();

function addressOf(request: IncomingMessage, proxies: BlockList): string {
  const isProxy = (address: string) => proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  const forwarded = [request.headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  let address = plain(request.socket.remoteAddress ?? "");
  while (isIP(address) !== 0 && isProxy(address)) {
    const before = plain(forwarded.pop() ?? "");
    if (isIP(before) === 0) break;
    address = before;
  }
  return isIP(address) === 6 ? networkOf(address) : address;
}

/** Without the spelling of IPv4 inside IPv6, zones, brackets and ports. */
function plain(address: string): string {
  const [text = ""] = address
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .split("%", 1);
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(text);
  return v4 ? v4[1]! : text.toLowerCase();
}

function networkOf(address: string): string {
  const [head, tail] = address.split("::") as [string, string?];
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups =
    tail === undefined
      ? before
      : [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
