import fc from "fast-check";
import type { RecordFields } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { sealedRow } from "./sealed-rows.ts";

const approval = fc.option(fc.record({ at: fc.constant("2026-01-02T00:00:00.000Z"), another: fc.boolean() }));

/** The number of an exhibit that a row names. */
export const citedExhibit = fc.constantFrom("EX-000001", "EX-000002", "EX-000003");

/** Rows of a sealed list with such fields, in any state, approved or not. */
export const rowOf = (
  fields: Readonly<Record<string, fc.Arbitrary<RecordFields[string]>>>,
  more: { readonly [key in keyof SnapshotRow]?: fc.Arbitrary<SnapshotRow[key]> } = {},
): fc.Arbitrary<SnapshotRow> =>
  fc
    .record({
      number: fc.integer({ min: 1, max: 9 }),
      fields: fc.record(fields),
      more: fc.record({
        state: fc.constantFrom("open" as const, "waiting" as const, "ended" as const),
        approval,
        endApproval: approval,
        types: fc.dictionary(citedExhibit, fc.constantFrom("Policy", "Report", "Config")),
        ...more,
      }),
    })
    .map(({ number, fields: own, more: besides }) =>
      sealedRow(String(number), own as SnapshotRow["fields"], number, besides as Partial<SnapshotRow>),
    );
