import { group } from "./event.ts";
import { aSealedRegister, somebody, text, whatWasSeen } from "./words.ts";

const event = group("Audits");

export const auditsEvents = {
  "audit.requested": event(
    "Evidence requested by an auditor",
    ({ details }) =>
      `requested, as an auditor, evidence${details["control"] ? ` for ${text(details["control"], "")}` : ""} by ${text(details["dueOn"], "a day")}`,
    { alert: "audits" },
  ),
  "audit.answered": event(
    "Auditor's request answered",
    ({ details }) => `answered an auditor's request${details["control"] ? ` for ${text(details["control"], "")}` : ""}`,
  ),
  "audit.settled": event("Auditor's request closed", ({ details }) =>
    details["outcome"] === "accepted"
      ? "accepted, as an auditor, the answer to a request"
      : details["outcome"] === "closed"
        ? "closed, as an auditor, a request"
        : "reopened, as an auditor, a request",
  ),
  "audit.commented": event(
    "Comment in an audit",
    ({ details }) => `commented on ${text(details["on"], "something")} in an audit`,
  ),
  "audit.sampled": event(
    "Sample drawn by an auditor",
    ({ details }) =>
      `drew, as an auditor, a sample of ${Number(details["size"] ?? 0)} from ${details["register"] ? aSealedRegister(details) : `the evidence for ${text(details["control"], "a control")}`}`,
  ),
  "audit.auditorChanged": event("Auditor's scope changed", (act) => `changed the audit access of ${somebody(act)}`),
  "audit.auditorEnded": event("Auditor's access ended", (act) => `ended the access of the auditor ${somebody(act)}`, {
    neverRefused: true,
  }),
  "audit.viewed": event("Viewed by an auditor", ({ details }) => `viewed, as an auditor, ${whatWasSeen(details)}`),
};
