import { group } from "./event.ts";
import { aControl, aReason, text } from "./words.ts";

const event = group("Controls");

export const controlsEvents = {
  "control.failing": event("Control failing", (act) => `found ${aControl(act)} failing${aReason(act)}`),
  "control.passing": event("Control passing", (act) => `found ${aControl(act)} passing${aReason(act)}`),
  "control.needsEvidence": event(
    "Control needs evidence",
    (act) => `found that ${aControl(act)} needs evidence${aReason(act)}`,
  ),
  "control.notApplicable": event(
    "Control not applicable",
    (act) => `found ${aControl(act)} not applicable${aReason(act)}`,
  ),
  "alert.acknowledged": event(
    "Alert acknowledged",
    ({ details }) => `acknowledged the alert about ${text(details["control"], "a control")}`,
  ),
  "alerts.chosen": event("Notifications changed", () => "changed their notifications", { untold: true }),
  "alert.muted": event(
    "Alert muted",
    ({ subject, details }) =>
      details["until"]
        ? `muted alerts about ${subject} until ${text(details["until"], "a day").slice(0, 10)}`
        : `unmuted alerts about ${subject}`,
    { untold: true },
  ),
};
