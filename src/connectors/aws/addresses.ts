/** Addresses from the first to the last, both included, as numbers. */
export type Range = readonly [first: bigint, last: bigint];

/** Ranges of both versions of the internet protocol. */
export interface Ranges {
  readonly v4: readonly Range[];
  readonly v6: readonly Range[];
}

/** The addresses of "10.0.0.0/8" or "2001:db8::/32"; throws `Error` for anything else. Signs after the length do not count. */
export function rangesOf(cidrs: readonly string[]): Ranges {
  const v4 = cidrs.filter((cidr) => !cidr.includes(":")).map((cidr) => rangeOf(cidr, 32, numberOfV4));
  const v6 = cidrs.filter((cidr) => cidr.includes(":")).map((cidr) => rangeOf(cidr, 128, numberOfV6));
  return { v4, v6 };
}

function rangeOf(cidr: string, bits: number, numberOf: (address: string) => bigint): Range {
  const [address = "", length = "", ...more] = cidr.trim().split("/");
  if (more.length > 0 || !/^\d{1,3}$/.test(length) || Number(length) > bits)
    throw new Error("not a range of addresses");
  const free = BigInt(bits - Number(length));
  const first = (numberOf(address) >> free) << free;
  return [first, first + (1n << free) - 1n];
}

function numberOfV4(address: string): bigint {
  const parts = address.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256))
    throw new Error("not an address");
  return joined(parts.map(Number), 8n);
}

/** RFC 4291, section 2.2; an IPv4 address may stand at its end. */
function numberOfV6(address: string): bigint {
  const embedded = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  const text = embedded ? `${address.slice(0, -embedded[1]!.length)}${asGroups(numberOfV4(embedded[1]!))}` : address;
  const [before = "", after, ...more] = text.split("::");
  const groups = (half: string) => (half === "" ? [] : half.split(":"));
  const [left, right] = [groups(before), groups(after ?? "")];
  const missing = 8 - left.length - right.length;
  if (more.length > 0 || (after === undefined ? missing !== 0 : missing < 1)) throw new Error("not an address");
  const all = [...left, ...Array.from({ length: missing }, () => "0"), ...right];
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) throw new Error("not an address");
  return joined(
    all.map((group) => Number.parseInt(group, 16)),
    16n,
  );
}

const asGroups = (v4: bigint): string => `${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`;
const joined = (parts: readonly number[], bits: bigint): bigint =>
  parts.reduce((number, part) => (number << bits) | BigInt(part), 0n);

/** How many addresses lie in any of the first ranges and in any of the others. */
export function sizeOfBoth(some: readonly Range[], others: readonly Range[]): bigint {
  let size = 0n;
  for (const [first, last] of merged(some))
    for (const [from, to] of merged(others)) {
      const [low, high] = [first > from ? first : from, last < to ? last : to];
      if (low <= high) size += high - low + 1n;
    }
  return size;
}

/** The same addresses in ranges that do not overlap, in order. */
function merged(ranges: readonly Range[]): Range[] {
  const apart: Range[] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const before = apart.at(-1);
    if (before && first <= before[1] + 1n) apart[apart.length - 1] = [before[0], last > before[1] ? last : before[1]];
    else apart.push([first, last]);
  }
  return apart;
}
