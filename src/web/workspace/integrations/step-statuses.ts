import type { Finding } from "#web/design/glyph.tsx";
import type { StepReport } from "./connection.ts";

/** How a step ended, and what that means for its readers. */
export const stepStatuses: Readonly<Record<StepReport["status"], { finding: Finding; word: string; means: string }>> = {
  complete: { finding: "passing", word: "Complete", means: "" },
  denied: { finding: "unknown", word: "Denied", means: "We don't have permission to read this." },
  unavailable: { finding: "not applicable", word: "Not found", means: "This account does not have it." },
  truncated: { finding: "unknown", word: "Incomplete", means: "We could only read part of it." },
  failed: { finding: "failing", word: "Failed", means: "The provider sent an unexpected response." },
};
