import type { Json } from "../connector.ts";

/** What a policy names once or in a list, as a list; an empty one where it names nothing. */
export function oneOrMany(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value as Json];
}
