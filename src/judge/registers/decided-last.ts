import type { PartSaid } from "#domain/judge/contract.ts";
import { listOf, text } from "#domain/judge/shapes.ts";
import { FAILED_LAST } from "#domain/registers/failed-last.ts";
import { REGISTER_ASPECT } from "#domain/registers/snapshot.ts";

/** What registers say of a check, with whether they failed it when they decided it last; `failed` are those of the snapshot that did. */
export function asDecidedLast(part: PartSaid, failed: unknown): PartSaid {
  if (part.outcome !== "unknown" || part.aspect !== REGISTER_ASPECT) return part;
  // A snapshot that does not say so clears nothing.
  const isCleared = listOf(text)(failed) && !(failed as readonly string[]).includes(part.check);
  return isCleared ? part : { ...part, reason: `${part.reason}${FAILED_LAST}` };
}
