import { createHash } from "node:crypto";

/** Whose names our own properties are. */
export const NAMESPACE = "urn:exhibit:oscal";

/** The id of what has this name within one export. */
export type NewUuid = (name: string) => string;

/** Ids that are the same each time the same export is written , in the form that OSCAL asks for. */
export function ofExport(exportId: string): NewUuid {
  return (name) => {
    const hex = createHash("sha256").update(`${exportId} ${name}`).digest("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}

/** A text as OSCAL takes it for a value: one line, not empty, without spaces at its ends. */
export function line(text: string): string {
  return text.replace(/\s+/g, " ").trim() || "none";
}
