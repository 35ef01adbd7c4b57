import type { FieldValue, RecordFields } from "./register.ts";

/** One field before and after; null where it has no value. */
export interface FieldChange {
  readonly field: string;
  readonly before: FieldValue | null;
  readonly after: FieldValue | null;
}

const same = (first: unknown, second: unknown): boolean =>
  JSON.stringify(first ?? null) === JSON.stringify(second ?? null);

/** What differs, by the names of fields. */
export function fieldChanges(before: RecordFields, after: RecordFields): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((field) =>
    same(before[field], after[field]) ? [] : [{ field, before: before[field] ?? null, after: after[field] ?? null }],
  );
}

/** The fields after changes: a null takes a value away. */
export function applyFields(fields: RecordFields, changed: Readonly<Record<string, FieldValue | null>>): RecordFields {
  const all = Object.entries({ ...fields, ...changed }).filter(([, value]) => value !== null);
  return Object.fromEntries(all) as RecordFields;
}

/** The fields of a record from everything that was ever changed, oldest first. */
export function replayChanges(changes: readonly (readonly FieldChange[])[]): RecordFields {
  return changes.reduce<RecordFields>(
    (fields, step) => applyFields(fields, Object.fromEntries(step.map(({ field, after }) => [field, after]))),
    {},
  );
}

/** A field that two people changed since the same version. */
export interface FieldConflict {
  readonly field: string;
  /** What the other person made of it, and what this one wants. */
  readonly theirs: FieldValue | null;
  readonly yours: FieldValue | null;
}

/**
 * A change by somebody who saw an earlier version: fields that nobody else touched since are changed, and one that another person set
 * to something else is a conflict. Both having set it to the same is none.
 */
export function mergeChanges(
  now: RecordFields,
  since: readonly FieldChange[],
  wanted: Readonly<Record<string, FieldValue | null>>,
): { readonly fields: RecordFields; readonly conflicts: readonly FieldConflict[] } {
  const touched = new Set(since.map(({ field }) => field));
  const conflicts = Object.entries(wanted).flatMap(([field, yours]) => {
    const theirs = now[field] ?? null;
    return touched.has(field) && !same(theirs, yours) ? [{ field, theirs, yours }] : [];
  });
  return { fields: applyFields(now, wanted), conflicts };
}

/**
 * A whole record by somebody who saw an earlier version of it: what they left as it was then stays as it is now, what they alone changed is
 * changed, and what another person set to something else since is a conflict.
 */
export function mergeSeen(
  now: RecordFields,
  since: readonly FieldChange[],
  said: Readonly<Record<string, FieldValue | null>>,
): {
  readonly wanted: Readonly<Record<string, FieldValue | null>>;
  readonly conflicts: readonly FieldConflict[];
} {
  const then = new Map<string, FieldValue | null>();
  for (const { field, before } of since) if (!then.has(field)) then.set(field, before);
  const wanted = Object.fromEntries(
    Object.entries(said).filter(([field, yours]) => !then.has(field) || !same(then.get(field), yours)),
  );
  return { wanted, conflicts: mergeChanges(now, since, wanted).conflicts };
}
