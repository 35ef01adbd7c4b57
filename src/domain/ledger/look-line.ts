import { instant, text } from "../judge/shapes.ts";
import { parseActLine } from "./act-line.ts";
import type { ActLine } from "./act-line.ts";
import { parseCanonicalJson } from "./canonical-json.ts";

/** The event of a day on which the registers said what an exhibit of theirs says. */
export const UNCHANGED = "record.unchanged";

/** That the registers were looked at again and said the same, as its entry of the ledger commits to it. */
export interface LookLine extends ActLine {
  readonly look: {
    /** The exhibit that says it. */
    readonly exhibit: string;
    /** When they were read and judged. */
    readonly at: string;
  };
}

/** Undefined unless the line is that of an act, and the act is such a look. */
export function parseLookLine(line: string): LookLine | undefined {
  const act = parseActLine(line);
  const details = act && parseCanonicalJson(act.details);
  if (act?.event !== UNCHANGED || typeof details !== "object" || details === null || Array.isArray(details))
    return undefined;
  const { event, exhibit, at } = details as Readonly<Record<string, unknown>>;
  if (event !== UNCHANGED || !text(exhibit) || !instant(at)) return undefined;
  return { ...act, look: { exhibit: exhibit as string, at: at as string } };
}
