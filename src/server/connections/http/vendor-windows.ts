import { msUntil } from "./instants.ts";
import type { Headers } from "./instants.ts";

/** What the vendor says is left, in its headers, and our half of that. */
export interface VendorWindows {
  /** Milliseconds until another request of this kind leaves the other half to others; 0 at once. Counts the request. */
  take(endpoint: string, path: string, now: Date): number;
  /** Reads what an answer says of the window that its request counted in. */
  note(endpoint: string, path: string, headers: Headers, now: Date): void;
}

interface Window {
  endsAt: number;
  /** Requests that are ours until then. */
  ours: number;
}

/** Two answers of one window may name its end a little differently. */
const SAME_END_MS = 3_000;

/** Opens the windows of one run. Nothing is known before the first answer. */
export function openVendorWindows(): VendorWindows {
  const windows = new Map<string, Window>();
  // Some name the bucket that a request counted in (GitHub); elsewhere it is guessed from the path (Okta).
  const bucketOf = new Map<string, string>();
  return {
    take: (endpoint, path, now) => {
      const shape = shapeOf(endpoint, path);
      const window = windows.get(bucketOf.get(shape) ?? shape);
      if (!window || window.endsAt <= now.getTime()) return 0;
      window.ours -= 1;
      return window.ours >= 0 ? 0 : window.endsAt - now.getTime();
    },
    note: (endpoint, path, headers, now) => {
      const said = readLimits(headers, now);
      if (!said) return;
      const shape = shapeOf(endpoint, path);
      const resource = headers["x-ratelimit-resource"];
      const bucket = resource ? `${endpoint} ${resource}` : shape;
      bucketOf.set(shape, bucket);
      const endsAt = now.getTime() + said.ms;
      const known = windows.get(bucket);
      if (known && Math.abs(known.endsAt - endsAt) <= SAME_END_MS) known.ours = Math.min(known.ours, said.remaining);
      else windows.set(bucket, { endsAt, ours: Math.floor(said.remaining / 2) });
    },
  };
}

/** Remaining requests and when they are renewed, as x-ratelimit-*, x-rate-limit-*, RateLimit-* or RateLimit (RFC draft). */
function readLimits(headers: Headers, now: Date): { remaining: number; ms: number } | undefined {
  const prefix = ["x-ratelimit-", "x-rate-limit-", "ratelimit-"].find(
    (item) => headers[`${item}remaining`] !== undefined,
  );
  const [left, resets] = prefix
    ? [headers[`${prefix}remaining`], headers[`${prefix}reset`]]
    : [/\br=(\d+)/.exec(headers["ratelimit"] ?? "")?.[1], /\bt=(\d+)/.exec(headers["ratelimit"] ?? "")?.[1]];
  const remaining = Number.parseInt(left ?? "", 10);
  const ms = msUntil(resets, headers, now);
  // A window that ended already says nothing about the next.
  return Number.isNaN(remaining) || !ms ? undefined : { remaining, ms };
}

/** Paths that count in one bucket where the vendor does not name it: the same words, whatever their ids. */
function shapeOf(endpoint: string, path: string): string {
  const words = path.split("/").map((part) => (/\d/.test(part) && !/^v\d+$/.test(part) ? "*" : part));
  return `${endpoint} ${words.slice(0, 6).join("/")}`;
}
