import type { Json } from "../connector.ts";

/** Whether somebody filled a field: a text, a choice, a date, or a document with anything in it. What it says is not kept. */
export function isFilled(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value !== "object") return true;
  if (Array.isArray(value)) return (value as readonly Json[]).some(isFilled);
  const fields = value as Readonly<Record<string, Json>>;
  // Atlassian's document format: its nodes are there even where nobody wrote a word.
  if ("type" in fields && ("content" in fields || "text" in fields || fields["type"] === "doc"))
    return isFilled(fields["text"]) || isFilled(fields["content"]);
  return Object.keys(fields).length > 0;
}
