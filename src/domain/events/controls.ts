import { group } from "./event.ts";
import type { Act } from "./event.ts";
import { aControl, aReason, named, text } from "./words.ts";

const event = group("Controls");

/** The check by its title, with the part that was meant. */
const aCheck = ({ details }: Act) =>
  `${named(details["check"], "a check")}${typeof details["part"] === "string" ? ` (${details["part"]})` : ""}`;
const sampleOf = ({ details: { sample, population, exceptions } }: Act) =>
  typeof sample === "number" && typeof population === "number" && typeof exceptions === "number"
    ? `${sample} of ${population}, ${exceptions === 0 ? "no exception" : exceptions === 1 ? "1 exception" : `${exceptions} exceptions`}`
    : "a sample";

const drawnOf = ({ details: { sample, population } }: Act) =>
  typeof sample === "number" && typeof population === "number" ? `${sample} of ${population}` : "a sample";

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
  "control.sampled": event(
    "Sample drawn for a test",
    (act) => `drew a sample for a test of ${aCheck(act)}: ${drawnOf(act)}`,
    { untold: true },
  ),
  "control.tested": event(
    "Check tested",
    (act) => `tested ${aCheck(act)}, ${text(act.details["conclusion"], "without a conclusion")}: ${sampleOf(act)}`,
  ),
  "control.testWithdrawn": event("Test withdrawn", (act) => `withdrew a test of ${aCheck(act)}${aReason(act)}`),
  "control.failureAccepted": event(
    "Failure accepted",
    (act) => `accepted that ${aCheck(act)} fails until ${text(act.details["until"], "a day")}${aReason(act)}`,
  ),
  "control.acceptanceWithdrawn": event(
    "Acceptance withdrawn",
    (act) => `withdrew the acceptance of ${aCheck(act)}${aReason(act)}`,
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
