import type { ControlStatus } from "./control-status.ts";

/** What a ledger says when a control comes to stand so; the database has the same words in app.event_of_status. */
export const eventOfStatus: Readonly<Record<ControlStatus, string>> = {
  passing: "control.passing",
  failing: "control.failing",
  "needs evidence": "control.needsEvidence",
  "not applicable": "control.notApplicable",
};
