import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { registers } from "#catalog/registers/index.ts";
import { readCsvRows } from "../csv-rows.ts";
import { csvHeader, csvLine, readCsvCell } from "./csv.ts";
import { readFieldValue } from "./field-value.ts";
import { planImport } from "./plan-import.ts";
import { applyFields, fieldChanges, mergeChanges, mergeSeen, replayChanges } from "./record-changes.ts";
import type { Field, FieldValue, RecordFields, Register } from "./register.ts";
import { recordProblems } from "./whole-record.ts";

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
    number: fc.integer({ min: field.least ?? -9, max: field.most ?? 9_999 }),
    scale: fc.integer({ min: 1, max: field.steps?.length ?? 1 }),
    url: fc.constantFrom("https://example.com", "http://a.test/b?c=1;2"),
    flag: fc.boolean(),
    person: id,
    record: id,
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

test("a day on which somebody leaves means its end, given to the API or in a file, and a file says that day again", () => {
  const people = registers.find(({ key }) => key === "people")!;
  const field = people.fields["endsAt"]!;
  const end = "2026-02-01T00:00:00.000Z";
  expect(read(field, "2026-01-31")).toBe(end);
  expect(read(field, "2026-01-31T17:00:00Z")).toBe("2026-01-31T17:00:00.000Z");
  // The last day that may be typed ends in a year that may not, and is sent as its end by a form.
  expect(read(field, read(field, "2200-12-31"))).toBe("2201-01-01T00:00:00.000Z");
  expect(readFieldValue(field, "2201-01-01")).toHaveProperty("problem");
  for (const text of ["20266-01-31", "-271821-04-20T00:00:00.000Z", "2026-99-99T00:00:00.000Z"])
    expect(readFieldValue(field, text)).toHaveProperty("problem");
  expect(read(people.fields["startsAt"]!, "2026-01-31")).toBe("2026-01-31T00:00:00.000Z");
  const line = csvLine(
    people,
    { number: 1, version: 1, fields: { name: "Dan", endsAt: end }, derived: {}, state: "", endedReason: null },
    (_, target) => target,
  );
  expect(line).toContain(",2026-01-31,");
  expect(readCsvCell(field, "31.01.2026", (_, target) => ({ target }))).toEqual({ value: end });
});

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

  test("a file made before others changed a record keeps their changes, and overwrites none that it does not name", () => {
    fc.assert(
      fc.property(anyFields(register), anyFields(register), anyFields(register), (base, theirs, yours) => {
        const since = fieldChanges(base, theirs);
        const said = Object.fromEntries(Object.keys(register.fields).map((name) => [name, yours[name] ?? null]));
        const { wanted, conflicts } = mergeSeen(theirs, since, said);
        const merged = applyFields(theirs, wanted);
        const same = (left: unknown, right: unknown) => JSON.stringify(left ?? null) === JSON.stringify(right ?? null);
        for (const name of Object.keys(register.fields)) {
          const [was, now, mine] = [base[name], theirs[name], yours[name]];
          const isConflict = !same(was, now) && !same(was, mine) && !same(now, mine);
          expect(conflicts.some(({ field }) => field === name)).toBe(isConflict);
          // Of a conflict nobody knows yet what it becomes.
          const kept = isConflict ? merged[name] : same(was, mine) ? now : mine;
          expect(merged[name] ?? null).toEqual(kept ?? null);
        }
      }),
      { numRuns: 50 },
    );
  });

  const linkText = (type: string, target: string) => `${type} ${target}`;
  test("a file of its records is imported again without a change, and holds no formula", () => {
    fc.assert(
      fc.property(fc.array(anyFields(register), { minLength: 1, maxLength: 5 }), (all) => {
        const complete = all.filter((fields) =>
          Object.entries(register.fields).every(([name, field]) => !field.required || fields[name] !== undefined),
        );
        const known = complete.map((fields, at) => ({
          id: `id ${at}`,
          number: at + 1,
          version: 3,
          fields,
          ended: at % 2 === 1,
        }));
        const lines = known.map(({ number, fields }) =>
          csvLine(register, { number, version: 3, fields, derived: {}, state: "", endedReason: null }, linkText),
        );
        const file = readCsvRows(csvHeader(register) + lines.join(""));
        if (!file.ok) throw new Error(file.message);
        for (const row of file.rows) for (const cell of row) expect(cell).not.toMatch(/^[=+@\t\r]|^-(?!\d+$)/);
        const given = { rows: file.rows, known, newId: String, now: new Date("2026-11-26") };
        const found = planImport(register, {
          ...given,
          findLink: (type, cell) => ({ target: cell.slice(type.length + 1) }),
        });
        // What it leads to may be found no more.
        const lost = planImport(register, { ...given, linkText, findLink: () => ({ problem: "It is not there." }) });
        for (const plan of [found, lost]) {
          if (typeof plan === "string") throw new Error(plan);
          expect(plan.problems).toEqual([]);
          expect(plan.steps.map(({ kind }) => kind)).toEqual(known.map(() => "same"));
        }
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

describe("what is wrong with a value", () => {
  const stated = { label: "Value", origin: "stated" } as const;
  const hours: Field = { ...stated, type: "number", unit: { single: "hour", many: "hours" }, least: 1, most: 8_760 };
  const scale: Field = { ...stated, type: "scale", steps: ["Rare", "Likely"] };
  const url: Field = { ...stated, type: "url" };
  test.each([
    [hours, 0, "Value must be from 1 to 8,760 hours."],
    [hours, 1.5, "Value must be a whole number of hours."],
    [scale, 3, "Value must be a whole number from 1 to 2."],
    [scale, "Likely", "Value must be a whole number from 1 to 2."],
    [url, "example.com", "Value must be an address such as https://example.com."],
    [url, "javascript:alert(1)", "Value must be an address such as https://example.com."],
    [url, "https://me:secret@example.com", "Value must be an address such as https://example.com."],
    [{ ...stated, type: "list", of: "choice", choices: { a: "A", b: "B" } }, ["a", "c"], "Value must be one of: a, b."],
  ] as const)("%o refuses %j with a sentence", (field, given, sentence) => {
    expect(readFieldValue(field as Field, given)).toEqual({ problem: sentence });
  });

  test("steps and choices are read from a file by what they mean", () => {
    const cell = (field: Field, text: string) => readCsvCell(field, text, () => ({ problem: "" }));
    expect(cell(scale, "likely")).toEqual({ value: 2 });
    expect(cell({ ...stated, type: "list", of: "choice", choices: { a: "One", b: "Two" } }, "two; One")).toEqual({
      value: ["b", "a"],
    });
  });
});

describe("what is wrong with a record as a whole", () => {
  const date = (label: string, more: Partial<Field> = {}): Field => ({
    label,
    type: "date",
    origin: "stated",
    ...more,
  });
  const register = {
    fields: {
      signedOn: date("Signed on", { required: true, past: true }),
      endsOn: date("Ends on", { after: "signedOn" }),
      seenAt: { ...date("Seen at", { past: true }), type: "instant" },
    },
  } as unknown as Register;
  const now = new Date("2026-11-26T09:00:00Z");
  const problems = (fields: RecordFields) => Object.fromEntries(recordProblems(register, fields, now));

  test("an end before its start, what has not happened yet, and what is missing each get one sentence", () => {
    expect(problems({})).toEqual({ signedOn: "Signed on is missing." });
    expect(problems({ signedOn: "2026-11-01", endsOn: "2026-10-31" })).toEqual({
      endsOn: "Ends on is before Signed on.",
    });
    expect(problems({ signedOn: "2026-11-28", seenAt: "2026-11-27T00:00:00.000Z" })).toEqual({
      signedOn: "Signed on is in the future.",
      seenAt: "Seen at is in the future.",
    });
  });

  test("the same day is no problem, nor is a day that has begun somewhere", () => {
    expect(problems({ signedOn: "2026-11-26", endsOn: "2026-11-26", seenAt: "2026-11-26T09:00:00.000Z" })).toEqual({});
    expect(
      Object.fromEntries(
        recordProblems(
          register,
          { signedOn: "2026-11-27", seenAt: "2026-11-27T00:00:00.000Z" },
          new Date("2026-11-26T13:00:00Z"),
        ),
      ),
    ).toEqual({});
  });

  test("an instant is the same moment in every time zone: two hours from now is the future", () => {
    const seen = (text: string) => readFieldValue(register.fields["seenAt"]!, text) as { value: string };
    const said = (text: string) => problems({ signedOn: "2026-11-26", seenAt: seen(text).value });
    // Nine o'clock in the evening in Tokyo is noon in London.
    expect(said("2026-11-26T21:00:00+09:00")).toEqual({ seenAt: "Seen at is in the future." });
    expect(said("2026-11-26T18:00:00+09:00")).toEqual({});
    expect(said("2026-11-26T11:00:00Z")).toEqual({ seenAt: "Seen at is in the future." });
  });

  test("a register says what else is wrong with its records, each in one sentence", () => {
    const own = {
      ...register,
      problems: ({ signedOn }: RecordFields) => (signedOn === "2026-11-13" ? { signedOn: "No." } : {}),
    };
    expect(Object.fromEntries(recordProblems(own as never, { signedOn: "2026-11-13" }, now))).toEqual({
      signedOn: "No.",
    });
    expect(Object.fromEntries(recordProblems(own as never, { signedOn: "2026-11-12" }, now))).toEqual({});
  });
});
