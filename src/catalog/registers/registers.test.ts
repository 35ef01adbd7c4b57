import { describe, expect, test } from "vitest";
import { fieldOrigins, fieldTypes, nothingBeside } from "#domain/registers/register.ts";
import { findersOf } from "#domain/tasks/finders.ts";
import { controls } from "../index.ts";
import { registers } from "./index.ts";

const checks = controls.flatMap((control) => control.checks.map(({ id }) => id));
const documents = controls.flatMap((control) => control.expectedEvidence.map(({ id }) => id));

test("no two registers share a key or a prefix", () => {
  for (const pick of ["key", "prefix", "label"] as const)
    expect(new Set(registers.map((register) => register[pick])).size).toBe(registers.length);
});

describe.each(registers.map((register) => [register.key, register] as const))("the register %s", (_, register) => {
  test("declares type, origin and label of each field, choices of each choice, and what each list holds", () => {
    for (const [name, field] of Object.entries(register.fields)) {
      expect(name).toMatch(/^[a-z][A-Za-z]*$/);
      expect(fieldTypes, name).toContain(field.type);
      expect(fieldOrigins, name).toContain(field.origin);
      expect(field.label.trim(), name).not.toBe("");
      const kind = field.of ?? field.type;
      expect(field.choices !== undefined, name).toBe(kind === "choice");
      expect(field.steps !== undefined, name).toBe(field.type === "scale");
      expect(field.of !== undefined, name).toBe(field.type === "list");
      expect(Object.keys(field.choices ?? field.steps ?? { yes: "", no: "" }).length, name).toBeGreaterThan(1);
      expect(field.to !== undefined, name).toBe(kind === "record");
      expect(field.active === undefined || kind === "person", name).toBe(true);
      expect(field.type === "list" || field.fewest === undefined, name).toBe(true);
      expect(field.type === "number" || (field.unit ?? field.most) === undefined, name).toBe(true);
      expect(field.least === undefined || field.most !== undefined, `${name}: bounds come in pairs`).toBe(true);
    }
    const labels = [...Object.values(register.fields), ...Object.values(register.derived ?? {})].map(({ label }) =>
      label.toLowerCase(),
    );
    expect(new Set(labels).size).toBe(labels.length);
    // A column of a file is named by either.
    for (const [name, { label }] of Object.entries(register.fields))
      expect([name.toLowerCase(), undefined], label).toContain(
        Object.keys(register.fields)
          .find((key) => key.toLowerCase() === label.toLowerCase())
          ?.toLowerCase(),
      );
  });

  test("leads only to registers that everybody who reads it may read, and that are named by a text or a choice", () => {
    for (const [name, { to }] of Object.entries(register.fields)) {
      if (to === undefined) continue;
      const target = registers.find(({ key }) => key === to);
      expect(target?.rights.read, name).toEqual(expect.arrayContaining([...register.rights.read]));
      expect(["text", "choice"], name).toContain(target?.fields[target.title]?.type);
    }
    expect(["text", "choice", "system"]).toContain(register.fields[register.title]?.type);
  });

  test("says what stands of each task that its records ask for, in words of their own", () => {
    const standing = (register.tasks ?? []).map((task) => task.standing);
    const words = standing.flatMap(({ single, many }) => (single === many ? [single] : [single, many]));
    expect(words.filter((said) => !/^[a-z][a-z, ]+[a-z]$/.test(said))).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
    expect(new Set(register.tasks?.map(({ key }) => key)).size).toBe(standing.length);
    expect(register.fields, "In place of a field's name").not.toHaveProperty("asks");
  });

  test("declares dates that have happened, or follow each other, of one kind", () => {
    for (const [name, { after, past, type }] of Object.entries(register.fields)) {
      expect(["date", "instant"].includes(type) || (after ?? past) === undefined, name).toBe(true);
      expect(register.fields[after ?? name]?.type, name).toBe(type);
    }
    for (const name of Object.keys(register.derived ?? {})) expect(register.fields).not.toHaveProperty(name);
  });

  test("computes what it derives from any record, and nothing from none of its fields but in words", () => {
    for (const { of } of Object.values(register.derived ?? {})) {
      const said = of({}, "2026-11-26", new Date("2026-11-26T12:00:00Z"), nothingBeside);
      expect(said === undefined || said.trim() !== "").toBe(true);
    }
  });

  test("names only its own fields, checks of the library and documents of the library", () => {
    const fields = Object.keys(register.fields);
    expect(fields).toEqual(expect.arrayContaining([register.title, ...register.csv]));
    expect([...fields, ...Object.keys(register.derived ?? {})]).toEqual(expect.arrayContaining([...register.columns]));
    expect([...fields, "number", "changed"]).toEqual(expect.arrayContaining(register.views.map(({ sort }) => sort)));
    expect(register.fields[register.title]?.required).toBe(true);
    expect(checks).toEqual(expect.arrayContaining([...register.checks]));
    expect(documents).toEqual(expect.arrayContaining([...register.documents]));
    const required = fields.filter((name) => register.fields[name]!.required);
    expect(register.csv, "a file could not add a record without them").toEqual(expect.arrayContaining(required));
    expect(register.fields[register.csvKey ?? ""]?.type ?? "text").toBe("text");
    expect((register.confirms ?? []).filter((field) => !(field in register.fields))).toEqual([]);
  });

  test("declares tasks of its own fields, which other registers that its readers read can close", () => {
    const tasks = register.tasks ?? [];
    expect(new Set([...tasks.map(({ key }) => key), "approve", "confirm"]).size).toBe(tasks.length + 2);
    for (const task of tasks) {
      const of = Object.keys(task.from).filter((name) => !["approved", "ended", "left"].includes(name));
      expect("left" in task.from).toBe(task.left !== undefined);
      expect([undefined, "person"]).toContain(register.fields[task.left ?? ""]?.type);
      const named = [...of, ...(task.has ?? []), ...(task.lacks ?? []), ...(task.sameIn ?? [])];
      named.push(...Object.keys(task.where ?? {}), ...(task.years === undefined ? [] : [task.years]));
      expect(Object.keys(register.fields), task.key).toEqual(expect.arrayContaining(named));
      for (const name of of) expect(["date", "instant"], name).toContain(register.fields[name]!.type);
      for (const [name, choices] of Object.entries(task.where ?? {}))
        expect(Object.keys(register.fields[name]!.choices!), name).toEqual(expect.arrayContaining([...choices]));
      expect([undefined, ...registers.map(({ key }) => key)]).toContain(task.doneIn);
      for (const { register: key, by, has = [], lacks = [], where = {}, notBefore } of task.unless ?? []) {
        const other = registers.find((own) => own.key === key)!;
        expect(other.fields[by]!.to, by).toBe(register.key);
        expect(other.rights.read).toEqual(expect.arrayContaining([...register.rights.read]));
        const theirs = [...has, ...lacks, ...Object.keys(where), ...(notBefore ? [notBefore.day] : [])];
        expect(Object.keys(other.fields), by).toEqual(expect.arrayContaining(theirs));
        for (const [name, choice] of Object.entries(where))
          expect(Object.keys(other.fields[name]!.choices!)).toContain(choice);
        expect(Object.keys(register.fields)).toContain(notBefore?.of ?? register.title);
      }
    }
  });

  test("is looked through for tasks by keys of which no two are the same, and by its own fields and choices", () => {
    const finders = findersOf(register);
    expect(new Set(finders.map(({ key }) => key)).size).toBe(finders.length);
    for (const { key, from, has = [], lacks = [], where = {}, not = {}, any = {}, by, years, left } of finders) {
      const chosen = Object.entries({ ...where, ...not, ...any });
      const named = [...from, ...has, ...lacks, ...chosen.map(([name]) => name), by, years, left].filter(
        (name) => name !== undefined && !["approved", "ended", "left"].includes(name),
      );
      expect(Object.keys(register.fields), key).toEqual(expect.arrayContaining(named));
      for (const [name, words] of chosen)
        expect(Object.keys(register.fields[name]!.choices!), `${key}, ${name}`).toEqual(
          expect.arrayContaining([...words]),
        );
    }
  });

  test("lets write only who reads, and approve and confirm only who writes", () => {
    const { read, write, confirm, approve = [] } = register.rights;
    expect(read).toEqual(expect.arrayContaining([...write]));
    expect(write).toEqual(expect.arrayContaining([...confirm, ...approve]));
    expect(write).not.toContain("viewer");
    expect(register.states.waiting !== undefined).toBe(register.rights.approve !== undefined);
  });
});
