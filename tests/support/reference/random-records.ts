import fc from "fast-check";
import type { Field, FieldValue } from "#domain/registers/register.ts";
import { registers } from "#catalog/registers/index.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Kept } from "./passing-registers.ts";

/** One thing about a company's records that is otherwise. */
type Change = (kept: Kept) => Kept;

const DAY = 86_400_000;
const IDS = ["id 1", "id 2", "id 3", "nobody"];
const withRows = (kept: Kept, register: string, rows: readonly SnapshotRow[]): Kept => ({
  ...kept,
  lists: { ...kept.lists, [register]: rows },
});

/** A value of a field that somebody may write, near now where it is a time. */
function valueOf(field: Field, { now }: Kept): fc.Arbitrary<FieldValue> {
  const day = fc.integer({ min: -800, max: 200 }).map((days) => new Date(now.getTime() + days * DAY).toISOString());
  const hour = fc
    .integer({ min: -24 * 120, max: 24 })
    .map((hours) => new Date(now.getTime() + hours * (DAY / 24)).toISOString());
  const choices = Object.keys(field.choices ?? {});
  const exhibit = fc.constantFrom("EX-000001", "EX-000077");
  const entry = (type: string | undefined): fc.Arbitrary<string> => {
    if (type === "choice") return fc.constantFrom(...choices);
    if (type === "control") return fc.constantFrom("XC-02", "XC-08", "XC-22");
    if (type === "exhibit") return exhibit;
    if (type === "text") return fc.constantFrom("None", "Old phone list", "No owner");
    return type === "system" ? fc.constantFrom("aws", "okta") : fc.constantFrom(...IDS);
  };
  switch (field.type) {
    case "date":
      return fc.oneof(day, hour).map((at) => at.slice(0, 10));
    case "instant":
      return fc.oneof(day, hour);
    case "number":
      return fc.constantFrom(0, 1, 3, 5, 24, 48, 400);
    case "scale":
      return fc.integer({ min: 1, max: 5 });
    case "flag":
      return fc.boolean();
    case "list":
      return fc.array(entry(field.of), { minLength: 1, maxLength: 3 });
    case "choice":
    case "system":
    case "exhibit":
    case "person":
    case "record":
      return entry(field.type);
    default:
      return fc.constantFrom("ann@acme.test", "other", "S-1");
  }
}

const fieldsOf = (register: string) => registers.find(({ key }) => key === register)?.fields ?? {};

/** Something in one record of a register. */
function changeOfRow(register: string, kept: Kept): fc.Arbitrary<Change> {
  const at = fc.nat({ max: 9 });
  const onRow =
    (index: number, change: (row: SnapshotRow) => SnapshotRow): Change =>
    (given) => {
      const rows = given.lists[register] ?? [];
      return rows.length === 0
        ? given
        : withRows(
            given,
            register,
            rows.map((row, place) => (place === index % rows.length ? change(row) : row)),
          );
    };
  const names = Object.keys(fieldsOf(register));
  const removed = fc.tuple(at, fc.nat()).map(([index, which]) =>
    onRow(index, (row) => {
      const held = Object.keys(row.fields);
      const { [held[which % Math.max(1, held.length)] ?? ""]: _, ...fields } = row.fields;
      return { ...row, fields };
    }),
  );
  const written =
    names.length === 0
      ? removed
      : fc
          .tuple(at, fc.constantFrom(...names))
          .chain(([index, name]) =>
            valueOf(fieldsOf(register)[name]!, kept).map((value) =>
              onRow(index, (row) => ({ ...row, fields: { ...row.fields, [name]: value } })),
            ),
          );
  const another = fc.boolean();
  const hasSecond = registers.find(({ key }) => key === register)?.rights.approve !== undefined;
  const time = kept.now.toISOString();
  const states = fc
    .tuple(at, fc.constantFrom(...(hasSecond ? ["waiting"] : []), "ended", "open"), fc.constantFrom(1, 2, 4), another)
    .map(([index, state, version, isSeen]) =>
      onRow(index, (row) => ({
        ...row,
        state: state as SnapshotRow["state"],
        version,
        ...(state === "ended" && { endedAt: new Date(kept.now.getTime() - 3 * DAY).toISOString() }),
        ...(state === "ended" && { endApproval: isSeen ? { at: time, another: true } : null }),
        ...(state === "waiting" && { approval: null }),
      })),
    );
  const approvals = fc
    .tuple(at, fc.constantFrom(null, { at: time, another: true }, { at: time, another: false }))
    .map(([index, approval]) => onRow(index, (row) => ({ ...row, approval })));
  const withdrawn = at.map((index) =>
    onRow(index, (row) => ({
      ...row,
      withdrawn: Object.values(row.fields)
        .flat()
        .filter((value): value is string => typeof value === "string" && value.startsWith("EX-")),
    })),
  );
  const filedAt = fc.tuple(at, fc.integer({ min: 0, max: 400 })).map(([index, days]) =>
    onRow(index, (row) => {
      const made = new Date(kept.now.getTime() - days * DAY).toISOString();
      const cited = Object.values(row.fields)
        .flat()
        .filter((value): value is string => typeof value === "string" && value.startsWith("EX-"));
      return { ...row, made: Object.fromEntries(cited.map((exhibit) => [exhibit, made])) };
    }),
  );
  const denied = fc
    .tuple(at, fc.constantFrom("nothing", "has", "denies", "lost"))
    .map(([index, holderSays]) =>
      onRow(index, (row) => ({ ...row, holderSays: holderSays as NonNullable<SnapshotRow["holderSays"]> })),
    );
  const gone = at.map((index): Change => (given) => {
    const rows = given.lists[register] ?? [];
    return withRows(
      given,
      register,
      rows.filter((_, place) => place !== index % Math.max(1, rows.length)),
    );
  });
  const added = fc.tuple(at, fc.integer({ min: 10, max: 99 })).map(([index, number]): Change => (given) => {
    const rows = given.lists[register] ?? [];
    const row = rows[index % Math.max(1, rows.length)];
    return row ? withRows(given, register, [...rows, { ...row, id: `id ${number}`, number }]) : given;
  });
  return fc.oneof(
    { weight: 6, arbitrary: written },
    { weight: 2, arbitrary: removed },
    states,
    approvals,
    withdrawn,
    filedAt,
    ...(register === "devices" ? [denied] : []),
    gone,
    added,
  );
}

/** Something of what was read of systems. */
function changeOfSystems(kept: Kept): fc.Arbitrary<Change> {
  const { now } = kept;
  const values: Readonly<Record<string, readonly unknown[]>> = {
    holder: [null, "a", "e", "x", undefined],
    lastSyncAt: [-1, -29, -33, -90].map((days) => new Date(now.getTime() + days * DAY)),
    serial: ["S-1", "S-2", undefined],
    people: [0, 4, undefined],
    archived: [true, false, undefined],
    teamOwned: [true, false, undefined],
    managers: [[], ["a"], ["e", "x"], undefined],
    level: ["admin", "write", "read", undefined],
    production: [true, false, undefined],
    to: ["a", "x", undefined],
    class: ["human", "guest", "service", undefined],
    active: [true, false, undefined],
    createdAt: [-3, -20, -320, -500].map((days) => new Date(now.getTime() + days * DAY)),
  };
  return fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()).map(([system, thing, name, value]) => (given: Kept): Kept => {
    const systems = given.systems.map((own, place) => {
      if (place !== system % given.systems.length) return own;
      const kinds = (["accounts", "grants", "devices", "repositories", "applications"] as const).filter(
        (kind) => (own[kind] ?? []).length > 0,
      );
      const kind = kinds[thing % Math.max(1, kinds.length)];
      if (!kind) return own;
      const things = own[kind] as readonly Readonly<Record<string, unknown>>[];
      const changed = things.map((held, index) => {
        if (index !== thing % things.length) return held;
        const known = Object.keys(held).filter((key) => key in values);
        const field = known[name % Math.max(1, known.length)];
        return field ? { ...held, [field]: values[field]![value % values[field]!.length] } : held;
      });
      return { ...own, [kind]: changed };
    });
    return { ...given, systems };
  });
}

/** Records that pass a check, with none to four things otherwise, in registers that it reads. */
export function changedRecords(kept: Kept, read: readonly string[]): fc.Arbitrary<Kept> {
  const unconfirmed = fc.constantFrom(...read).map((register): Change => (given) => ({
    ...given,
    unconfirmed: [...given.unconfirmed, register],
  }));
  const scope = fc.constantFrom<Change>(
    (given) => ({ ...given, failing: ["XC-08", "XC-22"] }),
    (given) => ({ ...given, passing: [] }),
    (given) => ({ ...given, same: [["id 1", "id 2"]] }),
    (given) => ({ ...given, scope: { ...given.scope, controls: [...given.scope.controls, "XC-22"] } }),
    (given) => ({
      ...given,
      scope: {
        ...given.scope,
        systems: [...given.scope.systems, { systemId: "site", name: "Site", kinds: ["site"] }],
      },
    }),
  );
  const change = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...read).chain((register) => changeOfRow(register, kept)) },
    { weight: 4, arbitrary: changeOfSystems(kept) },
    unconfirmed,
    scope,
  );
  return fc.array(change, { maxLength: 4 }).map((changes) => changes.reduce((given, own) => own(given), kept));
}
