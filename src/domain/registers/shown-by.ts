import type { ExhibitType, Field } from "./register.ts";

/** The types of items that can show what a field says, as words after "a": "report or document". */
export const typesInWords = (shows: readonly ExhibitType[]): string =>
  shows.map((type) => type.toLowerCase()).join(" or ");

/** What is said of an exhibit whose type cannot show what a field says; undefined where it can, or where any can. */
export function wrongType(
  { label, shows }: Pick<Field, "label" | "shows">,
  exhibit: string,
  type: string,
): string | undefined {
  if (!shows || shows.some((own) => own === type)) return undefined;
  return `${label} takes a ${typesInWords(shows)}. ${exhibit} is a ${type.toLowerCase()}. Cite another item, or change its type.`;
}
