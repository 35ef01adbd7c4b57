import type { Finding } from "#web/design/glyph.tsx";
import type { Outcome } from "./connection.ts";

/** What a check, or one resource of it, came to. */
export const outcomes: Readonly<Record<Outcome, { finding: Finding; word: string }>> = {
  pass: { finding: "passing", word: "Pass" },
  fail: { finding: "failing", word: "Fail" },
  unknown: { finding: "unknown", word: "Unknown" },
  "not applicable": { finding: "not applicable", word: "Not applicable" },
};
