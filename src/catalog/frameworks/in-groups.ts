import type { Requirement } from "../types.ts";

/** A requirement table, written group by group, as the flat list in the framework's own order. */
export function inGroups(
  groups: Readonly<Record<string, readonly Omit<Requirement, "group">[]>>,
): readonly Requirement[] {
  return Object.entries(groups).flatMap(([group, rows]) => rows.map((row) => ({ ...row, group })));
}
