import type { FailureName } from "#contract/failures.ts";
import { isDatabaseAway } from "../app-error.ts";
import { StorageFull, StorageUnavailable } from "./blob-store.ts";

/** What was thrown, and is no failure of the catalogue, as one: `unexpected` where neither files nor database were away. */
export function faultOf(error: unknown): FailureName {
  if (error instanceof StorageUnavailable) return "storage-unavailable";
  if (error instanceof StorageFull) return "storage-full";
  return isDatabaseAway(error) ? "unavailable" : "unexpected";
}
