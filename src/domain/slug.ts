/**
 * A company's slug (specification, section 5): the lowercased name with every non-alphanumeric character replaced by a
 * hyphen. Per UTF-16 code unit of the trimmed name, as the specified front end does it: "Müller & Co" is "m-ller---co".
 * Not unique by itself; the database refuses a second one.
 */
export function slugOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "-");
}
