import { realpathSync } from "node:fs";
import path from "node:path";
import type { StorageAddress } from "./storage-address.ts";

/** Whether two places are one, or one of them lies in the other. Links on the way to a folder are followed. */
export function overlaps(first: StorageAddress, other: StorageAddress): boolean {
  if (first.kind === "folder" && other.kind === "folder") {
    const [a, b] = [realPath(first.path), realPath(other.path)];
    return liesIn(a, b) || liesIn(b, a);
  }
  if (first.kind !== "s3" || other.kind !== "s3") return false;
  if (first.bucket !== other.bucket || serviceOf(first.endpoint) !== serviceOf(other.endpoint)) return false;
  return first.prefix.startsWith(other.prefix) || other.prefix.startsWith(first.prefix);
}

function liesIn(inner: string, outer: string): boolean {
  const way = path.relative(outer, inner);
  return way === "" || (way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}

/** What is not there yet has the real path of the nearest folder above that is. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const above = path.dirname(folder);
    return above === folder ? folder : path.join(realPath(above), path.basename(folder));
  }
}

const serviceOf = (endpoint: string | undefined) => (endpoint === undefined ? "" : new URL(endpoint).host);
