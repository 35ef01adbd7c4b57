import type { FieldValue, RecordFields } from "./register.ts";

type Groups = ReadonlyMap<FieldValue | undefined, readonly RecordFields[]>;

const groupsOf = new WeakMap<readonly RecordFields[], Map<string, Groups>>();

/**
 * Those of some records whose field has this value, in their order. The records are looked through once for a field: each of a thousand
 * vendors asks for its own among ten thousand contracts. They must not be changed.
 */
export function recordsWith(
  records: readonly RecordFields[],
  field: string,
  value: FieldValue | undefined,
): readonly RecordFields[] {
  let byField = groupsOf.get(records);
  if (!byField) groupsOf.set(records, (byField = new Map()));
  let groups = byField.get(field);
  if (!groups) byField.set(field, (groups = Map.groupBy(records, (own) => own[field])));
  return groups.get(value) ?? [];
}
