import { findRegister } from "#catalog/registers/index.ts";
import { citedIn, isTimed, isTooEarly } from "#domain/registers/shown-by.ts";
import type { Field } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { sameAboutRows } from "./about-rows.ts";
import { isUnknown, some } from "./registers.ts";
import type { ReadRegister, RegisterVerdict } from "./registers.ts";
import type { ToldPage } from "./told-pages.ts";

type Citing = readonly (readonly [name: string, field: Field])[];

const citing = new Map<string, Citing>();

/** The fields of a register that ask of the exhibits that they cite what those are, or when they were made. */
function citingIn(register: string): Citing {
  const known =
    citing.get(register) ??
    Object.entries(findRegister(register)?.fields ?? {}).filter(
      ([, field]) => field.shows !== undefined || isTimed(field),
    );
  citing.set(register, known);
  return known;
}

/** Exhibits that a record cites for what they cannot show. */
export interface Wrong {
  /** By their type. Of what nobody sealed a type, none is known to. */
  readonly types: readonly string[];
  /** They were made before. Of what nobody sealed when it was made, nothing is known to be shown. */
  readonly early: readonly string[];
}

const NOTHING_WRONG: Wrong = { types: [], early: [] };

function wrongOf(fields: Citing, row: SnapshotRow): Wrong {
  let wrong: { types: string[]; early: string[] } | undefined;
  for (const [name, field] of fields) {
    if (row.fields[name] === undefined) continue;
    for (const exhibit of citedIn(row.fields, name)) {
      const { shows } = field;
      if (shows !== undefined && !shows.some((type) => type === (row.types ?? {})[exhibit]))
        (wrong ??= { types: [], early: [] }).types.push(exhibit);
      if (isTooEarly(field, row.fields, (row.made ?? {})[exhibit]))
        (wrong ??= { types: [], early: [] }).early.push(exhibit);
    }
  }
  return wrong ?? NOTHING_WRONG;
}

/** What these rows of a register cite wrongly, each exhibit once. */
export function wrongIn(register: string, rows: readonly SnapshotRow[]): Wrong {
  const fields = citingIn(register);
  if (fields.length === 0) return NOTHING_WRONG;
  const types = new Set<string>();
  const early = new Set<string>();
  for (const row of rows) {
    const wrong = wrongOf(fields, row);
    for (const exhibit of wrong.types) types.add(exhibit);
    for (const exhibit of wrong.early) early.add(exhibit);
  }
  return types.size + early.size > 0 ? { types: [...types], early: [...early] } : NOTHING_WRONG;
}

/** Exhibits that pages cite for what they cannot show, and registers read so that each of them counts for as much as a withdrawn one. */
interface WronglyCited {
  readonly wrong: Wrong;
  /** The same register where none of its records cites one; its other records are shared, so that two readings hold little more than one. */
  readonly strictly: (key: string, register: ReadRegister) => ReadRegister;
}

/** Undefined where there is none. */
export function wronglyCited(pages: readonly ToldPage[]): WronglyCited | undefined {
  const types = new Set<string>();
  const early = new Set<string>();
  const keys = new Set<string>();
  for (const page of pages) {
    const wrong = page.told?.wrong ?? wrongIn(page.register, citingIn(page.register).length === 0 ? [] : page.rows);
    for (const exhibit of wrong.types) types.add(exhibit);
    for (const exhibit of wrong.early) early.add(exhibit);
    if (wrong.types.length + wrong.early.length > 0) keys.add(page.register);
  }
  if (keys.size === 0) return undefined;
  const registers = new WeakMap<ReadRegister, ReadRegister>();
  // By the rows that are held: nobody holds what is read strictly for longer.
  const read = new WeakMap<readonly SnapshotRow[], readonly SnapshotRow[]>();
  return {
    wrong: { types: [...types], early: [...early] },
    strictly: (key, register) => {
      if (!keys.has(key)) return register;
      const fields = citingIn(key);
      const found = registers.get(register) ?? {
        acknowledged: register.acknowledged,
        confirmedUntil: register.confirmedUntil,
        confirmedCount: register.confirmedCount,
        get confirmed() {
          return register.confirmed;
        },
        get rows() {
          const { rows } = register;
          const strictly = read.get(rows) ?? rows.map((row) => strict(fields, row));
          read.set(rows, strictly);
          return strictly;
        },
      };
      sameAboutRows(found, register);
      registers.set(register, found);
      return found;
    },
  };
}

function strict(fields: Citing, row: SnapshotRow): SnapshotRow {
  const { types, early } = wrongOf(fields, row);
  const own = [...types, ...early];
  return own.length > 0 ? { ...row, withdrawn: [...row.withdrawn, ...own] } : row;
}

/** What passes by an exhibit that cannot show it is unknown. */
export function byCited(
  verdict: RegisterVerdict,
  strict: () => RegisterVerdict,
  { types, early }: Wrong,
): RegisterVerdict {
  if (verdict.outcome !== "pass" || strict().outcome === "pass") return verdict;
  return isUnknown(
    [
      ...(types.length > 0
        ? [`Cited for what an item of its type cannot show: ${some(types)}. Cite another item, or change its type.`]
        : []),
      ...(early.length > 0
        ? [`Made before what it is cited for: ${some(early)}. Cite what was made since, or correct the day.`]
        : []),
    ].join(" "),
  );
}
