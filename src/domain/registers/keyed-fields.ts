import type { Field, Register } from "./register.ts";

/** Whether a list can be sorted by a field. */
export const isSortable = ({ type }: Field): boolean =>
  !["person", "record", "system", "list", "flag", "long text"].includes(type);

/**
 * The fields that lists of a register are sorted and narrowed by without reading every record: those that its list shows or a view sorts by,
 * and its choices. Its name stands beside them, and is one where it is a choice.
 */
export function keyedFields({ fields, columns, views, title }: Register): readonly string[] {
  const shown = [...columns, ...views.map(({ sort }) => sort)].filter((name) => name !== title);
  return Object.entries(fields).flatMap(([name, field]) =>
    isSortable(field) && (field.type === "choice" || shown.includes(name)) ? [name] : [],
  );
}
