import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { registers } from "#catalog/registers/index.ts";
import { readCsvRows } from "../csv-rows.ts";
import { csvHeader, csvLine } from "./csv.ts";
import { readFieldValue } from "./field-value.ts";
import { planImport } from "./plan-import.ts";
import { applyFields, fieldChanges, mergeChanges, replayChanges } from "./record-changes.ts";
import { missingFields } from "./register.ts";
import type { Field, FieldValue, RecordFields, Register } from "./register.ts";

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
const id = fc.uuid();
/** A value of a field as it is given, right or wrong. */
function anyGiven(field: Field): fc.Arbitrary<unknown> {
  const of = field.type === "list" ? (field.of ?? "text") : field.type;
  const byType: Record<string, fc.Arbitrary<unknown>> = {
    "long text": text,
    date: fc.constantFrom("2026-01-31", "2024-02-29"),
    instant: fc.constantFrom("2026-01-31", "2026-01-31T10:00:00+02:00"),
    choice: fc.constantFrom(...Object.keys(field.choices ?? { a: "" })),
    number: fc.integer(),
    flag: fc.boolean(),
    person: id,
    system: id,
    control: fc.constantFrom("XC-01", "XC-22"),
    exhibit: fc.constantFrom("EX-000001", "EX-1234567"),
  };
  const single = byType[of] ?? fc.oneof(text, fc.constantFrom("=1+1", "'=x", "a; b", "c\\d", "-7"));
  return field.type === "list" ? fc.array(single, { maxLength: 4 }) : single;
}

function read(field: Field, given: unknown): FieldValue | null {
  const value = readFieldValue(field, given);
  return "problem" in value ? null : value.value;
}

const anyFields = (register: Register): fc.Arbitrary<RecordFields> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(register.fields).map(([name, field]) => [
          name,
          fc.option(anyGiven(field), { nil: null }).map((given) => read(field, given)),
        ]),
      ),
    )
    .map((fields) => applyFields({}, fields));

describe.each(registers.map((register) => [register.key, register] as const))("the register %s", (_, register) => {
  test("a value that was read is read as the same again", () => {
    for (const field of Object.values(register.fields))
      fc.assert(
        fc.property(anyGiven(field), (given) => {
          const value = read(field, given);
          fc.pre(value !== null);
          expect(read(field, value)).toEqual(value);
        }),
        { numRuns: 50 },
      );
  });

  test("changes replay to the record that they made", () => {
    fc.assert(
      fc.property(fc.array(anyFields(register), { minLength: 1, maxLength: 6 }), (versions) => {
        const changes = versions.map((version, at) => fieldChanges(versions[at - 1] ?? {}, version));
        expect(replayChanges(changes)).toEqual(versions.at(-1));
      }),
      { numRuns: 50 },
    );
  });

  test("two people who change different fields lose nothing, and nobody overwrites what they did not see", () => {
    fc.assert(
      fc.property(anyFields(register), anyFields(register), anyFields(register), (base, theirs, yours) => {
        const since = fieldChanges(base, theirs);
        const wanted = Object.fromEntries(fieldChanges(base, yours).map(({ field, after }) => [field, after]));
        const { fields, conflicts } = mergeChanges(theirs, since, wanted);
        const both = since.filter(
          ({ field, after }) => field in wanted && JSON.stringify(wanted[field]) !== JSON.stringify(after),
        );
        expect(conflicts.map(({ field }) => field).toSorted()).toEqual(both.map(({ field }) => field).toSorted());
        if (conflicts.length > 0) return;
        for (const { field, after } of since) expect(fields[field] ?? null).toEqual(after);
        for (const [field, after] of Object.entries(wanted)) expect(fields[field] ?? null).toEqual(after);
      }),
      { numRuns: 50 },
    );
  });

  test("a file of its records is imported again without a change, and holds no formula", () => {
    fc.assert(
      fc.property(fc.array(anyFields(register), { minLength: 1, maxLength: 5 }), (all) => {
        const complete = all.filter((fields) => missingFields(register, fields).length === 0);
        const known = complete.map((fields, at) => ({ id: `id ${at}`, number: at + 1, fields, ended: false }));
        const lines = known.map(({ number, fields }) =>
          csvLine(register, { number, fields, state: "", endedReason: null }, (type, target) => `${type} ${target}`),
        );
        const file = readCsvRows(csvHeader(register) + lines.join(""));
        if (!file.ok) throw new Error(file.message);
        for (const row of file.rows) for (const cell of row) expect(cell).not.toMatch(/^[=+@\t\r]|^-(?!\d+$)/);
        const plan = planImport(register, {
          rows: file.rows,
          known,
          findLink: (type, cell) => ({ target: cell.slice(type.length + 1) }),
          newId: String,
        });
        if (typeof plan === "string") throw new Error(plan);
        expect(plan.problems).toEqual([]);
        expect(plan.steps.map(({ kind }) => kind)).toEqual(known.map(() => "same"));
      }),
      { numRuns: 60 },
    );
  });
});

describe("what is wrong with a day", () => {
  const field = (type: Field["type"]): Field => ({ label: "Starts", type, origin: "stated" });
  test.each([
    ["date", "2026-02-30", "Starts is 2026-02-30, a day that does not exist."],
    ["instant", "2026-02-30", "Starts is 2026-02-30, a day that does not exist."],
    ["instant", "2026-02-30T09:00:00Z", "Starts is 2026-02-30, a day that does not exist."],
    ["date", "tomorrow", "Starts must be a date such as 2026-01-31."],
    ["instant", "tomorrow", "Starts must be a date such as 2026-01-31, or a time such as 2026-01-31T09:00:00Z."],
    [
      "instant",
      "2026-01-31T25:00:00Z",
      "Starts must be a date such as 2026-01-31, or a time such as 2026-01-31T09:00:00Z.",
    ],
  ] as const)("a %s of %j is told as it is", (type, given, sentence) => {
    expect(readFieldValue(field(type), given)).toEqual({ problem: sentence });
  });
});
