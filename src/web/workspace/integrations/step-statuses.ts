import type { Finding } from "#web/design/glyph.tsx";
import type { StepReport } from "./connection.ts";

/** How a step ended, and what that means for whoever reads it. */
export const stepStatuses: Readonly<Record<StepReport["status"], { finding: Finding; word: string; means: string }>> = {
  complete: { finding: "passing", word: "Complete", means: "" },
  denied: { finding: "unknown", word: "Denied", means: "We were not allowed to read this." },
  unavailable: { finding: "not applicable", word: "Not there", means: "The account does not have this." },
  truncated: { finding: "unknown", word: "Cut short", means: "Only a part was read." },
  failed: { finding: "failing", word: "Failed", means: "The vendor did not answer as it should." },
};
