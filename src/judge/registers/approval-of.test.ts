import fc from "fast-check";
import { expect, test } from "vitest";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { JUDGED_AT as now, sealedRow } from "#tests/support/sealed-rows.ts";
import { approvalOf } from "./accounts.ts";
import { endOfDay, isApproved, textOf } from "./registers.ts";
import type { ReadSystem } from "./registers.ts";

const KINDS = ["shared-account", "administrator"];
const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const approval = fc.record({
  kind: oneOf(...KINDS, "exception"),
  systemId: oneOf("okta", "aws", undefined),
  subject: oneOf("Info@firm.example", "info@firm.example", "17", "", undefined),
  expiresOn: oneOf("2027-01-01", "2026-11-22", "never", undefined),
  another: fc.boolean(),
  state: oneOf<SnapshotRow["state"]>("open", "open", "waiting", "ended"),
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
