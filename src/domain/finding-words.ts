import type { ControlStatus } from "./control-status.ts";

/** How a report calls what a control was found to be, on paper and on screen. */
export const findingWords: Readonly<Record<ControlStatus, string>> = {
  passing: "Pass",
  failing: "Fail",
  "needs evidence": "Needs evidence",
  "not applicable": "Not applicable",
};
