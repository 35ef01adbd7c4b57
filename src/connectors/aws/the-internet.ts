import { rangesOf, sizeOfBoth } from "./addresses.ts";
import type { Range, Ranges } from "./addresses.ts";

/** Blocks of IPv4 that are nobody's on the internet (RFC 6890 and its registry); multicast and what comes after is left out below. */
const PRIVATE = rangesOf([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "198.18.0.0/15",
]).v4;
const INTERNET: Ranges = { v4: without("0.0.0.0", "223.255.255.255", PRIVATE), v6: rangesOf(["2000::/3"]).v6 };
const SIZES = { v4: sizeOfBoth(INTERNET.v4, INTERNET.v4), v6: sizeOfBoth(INTERNET.v6, INTERNET.v6) };

/**
 * The largest that one organization is likely to mean: a block of 2^24 addresses of IPv4, or a /20 of IPv6, as the largest
 * carriers hold. What is larger than that and smaller than half the internet may be meant or a world in pieces.
 */
const ONE_OWNER = { v4: 1n << 24n, v6: 1n << 108n };

/** Whether ranges together are the internet: half of it or more, nothing that an organization could not own, or undefined between. */
export function isTheInternet(ranges: Ranges): boolean | undefined {
  const parts = (["v4", "v6"] as const).map((version) => {
    const size = sizeOfBoth(ranges[version], INTERNET[version]);
    if (size * 2n >= SIZES[version]) return true;
    return size > ONE_OWNER[version] ? undefined : false;
  });
  if (parts.includes(true)) return true;
  return parts.includes(undefined) ? undefined : false;
}

function without(first: string, last: string, blocks: readonly Range[]): Range[] {
  const [[start], [, end]] = [first, last].map((address) => rangesOf([`${address}/32`]).v4[0]!) as [Range, Range];
  const left: Range[] = [];
  let from = start;
  for (const [low, high] of blocks) {
    if (low > from) left.push([from, low - 1n]);
    from = high + 1n;
  }
  return from <= end ? [...left, [from, end]] : left;
}
