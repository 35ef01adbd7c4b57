import { findDocument, hasCheck } from "#catalog/index.ts";
import { DOCUMENT_ASPECT } from "#domain/documents/document-answer.ts";
import type { PartSaid } from "#domain/judge/contract.ts";
import { partKey, registersOn } from "#domain/registers/snapshot.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { forDays, lasting } from "./lasting.ts";
import { isUnknown } from "./registers.ts";
import type { ReadSystem, RegisterInputs } from "./registers.ts";
import { isAskedOf, systemChecks } from "./system-checks.ts";

/** Why what an earlier snapshot passed is not decided any more. */
export const NO_LONGER_SAID = isUnknown(
  "The records that it passed by ended, and the registers say nothing of it any more. Record what stands now.",
);

/** The same where the registers could not be read: nobody knows whether it still passes. */
export const NOT_READ = isUnknown(
  "The registers could not be read in the time and memory that a run has. They are read again; if this lasts, ask whoever runs Exhibit.",
);

/** For so long what the library does not have any more is said: nothing counts longer. */
const GONE_DAYS = 365;

/** Whether the library would ask a check of the system that registers name as a source. */
export function isAskedAt(
  systems: readonly ReadSystem[],
  inputs: RegisterInputs,
): (check: string, source: string) => boolean {
  return (check, source) => {
    const own = systemChecks[check];
    const system = systems.find((read) => registersOn(read.source) === source);
    return own !== undefined && system !== undefined && isAskedOf(system, own, inputs);
  };
}

/**
 * Of parts that an earlier snapshot passed what is said of those that this one is silent about: silence is no pass. `isOf` says of a single
 * system's part whether the library would ask it there today; what it would not is left as it was. Of registers that were not read at all
 * nothing that passed is left.
 */
export function noLongerSaid(
  { passedBefore = [], notRead }: Pick<SnapshotManifest, "passedBefore" | "notRead">,
  said: readonly PartSaid[],
  isOf: (check: string, source: string) => boolean,
  now: Date,
): readonly PartSaid[] {
  const known = new Set(said.map(partKey));
  const verdict = notRead ? NOT_READ : NO_LONGER_SAID;
  return passedBefore
    .filter(
      (part) => !known.has(partKey(part)) && (notRead || part.source === undefined || isOf(part.check, part.source)),
    )
    .map(({ check, aspect, source }) => ({
      check,
      aspect,
      ...(source !== undefined && { source }),
      ...(aspect === DOCUMENT_ASPECT || !hasCheck(check)
        ? forDays(verdict, findDocument(check)?.document.validForDays ?? GONE_DAYS, now)
        : // Of one system soon, so that a person's test can decide it again.
          lasting(check, verdict, now, source !== undefined)),
    }));
}

/** Whether this is what is said of a part because nothing else is. */
export const isNoLongerSaid = ({ outcome, reason }: PartSaid): boolean =>
  outcome === NO_LONGER_SAID.outcome && reason === NO_LONGER_SAID.reason;
