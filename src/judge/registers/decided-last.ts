import type { PartSaid } from "#domain/judge/contract.ts";
import { listOf, text } from "#domain/judge/shapes.ts";
import { FAILED_LAST } from "#domain/registers/failed-last.ts";
import { partKey, REGISTER_ASPECT } from "#domain/registers/snapshot.ts";
import type { PartOfSnapshot, SnapshotManifest } from "#domain/registers/snapshot.ts";
import { each, holding, is } from "../fields.ts";

const parts = each(holding({ check: is(text), aspect: is(text), source: is(text) }));

/**
 * What registers say of a check, or of its part at one system, with whether they failed that when they decided it last, by the snapshot. One
 * that does not say so clears nothing.
 */
export function asDecidedLast(
  part: PartSaid,
  {
    failedLast,
    failedParts,
  }: { readonly [key in keyof Pick<SnapshotManifest, "failedLast" | "failedParts">]?: unknown },
): PartSaid {
  if (part.outcome !== "unknown" || (part.source === undefined && part.aspect !== REGISTER_ASPECT)) return part;
  const isCleared =
    part.source === undefined
      ? listOf(text)(failedLast) && !(failedLast as readonly string[]).includes(part.check)
      : parts(failedParts, "") === undefined &&
        !(failedParts as readonly PartOfSnapshot[]).some(
          (failed) => partKey(failed) === partKey(part as PartOfSnapshot),
        );
  return isCleared ? part : { ...part, reason: `${part.reason}${FAILED_LAST}` };
}
