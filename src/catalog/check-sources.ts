import { checksOfRegisters } from "./parts.ts";
import type { Check, CheckSource } from "./types.ts";

const decided = new Set(checksOfRegisters);

/**
 * Where observations of a check can come from. The library names an upload where a company keeps a list of its own; where a register
 * decides the check instead, what is uploaded supports it and decides nothing.
 */
export function sourcesOf({ id, sources }: Pick<Check, "id" | "sources">): readonly (CheckSource | "register")[] {
  if (!decided.has(id)) return sources;
  return [...sources.filter((source) => source !== "upload"), "register"];
}
