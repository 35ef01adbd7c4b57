import fc from "fast-check";
import { expect, test } from "vitest";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { JUDGED_AT as now, sealedRow } from "#tests/support/sealed-rows.ts";
import { approvalOf } from "./accounts.ts";
import { endOfDay } from "./days.ts";
import { isApproved, textOf } from "./registers.ts";
import type { ReadSystem } from "./registers.ts";

const KINDS = ["shared-account", "administrator"];
const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);

/** Most of them count, so that several do at once. */
const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: other });

const approval = fc.record({
  kind: mostly<string>(oneOf(...KINDS), fc.constant("exception")),
  systemId: mostly<string | undefined>(fc.constant("okta"), oneOf("aws", undefined)),
  subject: mostly<string | undefined>(oneOf("Info@firm.example", "info@firm.example", "17"), oneOf("", undefined)),
  expiresOn: mostly<string | undefined>(fc.constant("2027-01-01"), oneOf("2026-11-22", "never", undefined)),
  another: mostly(fc.constant(true), fc.constant(false)),
  state: mostly<SnapshotRow["state"]>(fc.constant("open"), oneOf("waiting", "ended")),
});

test("an account's approval is the first in the register that counts and has its name or its id, in any case", () => {
  fc.assert(
    fc.property(fc.array(approval, { maxLength: 8 }), oneOf("okta", "aws"), (all, systemId) => {
      const rows = all.map(({ another, state, ...said }, at) => {
        const fields = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
        return sealedRow(`a${at}`, fields as SnapshotRow["fields"], at + 1, {
          state,
          approval: { at: "2026-11-01T00:00:00.000Z", another },
        });
      });
      const names = ["INFO@firm.example", "17"];
      const first = rows.find(
        (row) =>
          row.state === "open" &&
          isApproved(row) &&
          now < endOfDay(textOf(row, "expiresOn") ?? "") &&
          KINDS.includes(textOf(row, "kind")!) &&
          textOf(row, "systemId") === systemId &&
          names.some((name) => name.toLowerCase() === textOf(row, "subject")?.toLowerCase()),
      );
      expect(approvalOf({ rows }, KINDS, { systemId } as ReadSystem, names, now)).toBe(first);
    }),
    { numRuns: 300 },
  );
});
