import { group } from "./event.ts";
import { aLimit, named } from "./words.ts";

const event = group("Company");

export const companyEvents = {
  "company.renamed": event(
    "Company renamed",
    ({ details }) =>
      `renamed the company${details["before"] ? ` from ${named(details["before"], "")}` : ""} to ${named(details["name"], "another name")}`,
  ),
  "onboarding.submitted": event("Organization profile submitted", ({ details }) =>
    details["anew"] === true ? "changed the organization profile" : "filled in the organization profile",
  ),
  "company.policyChanged": event(
    "Policy changed",
    ({ details }) =>
      details["secondFactorRequired"] === true ? "required MFA of every member" : "stopped requiring MFA of members",
    { alert: "security", neverRefused: true },
  ),
  "ledger.lossAccepted": event(
    "Ledger restarted after a loss",
    ({ details }) =>
      `restarted the ledger, because its signed history is lost${typeof details["reason"] === "string" ? `: ${details["reason"].replace(/\.$/, "")}` : ""}`,
    { alert: "security" },
  ),
  "portal.changed": event(
    "Public portal changed",
    ({ details }) => (details["on"] === false ? "turned the public portal off" : "changed the public portal"),
    { alert: "security" },
  ),
  "company.deletionRequested": event("Deletion requested", () => "requested deletion of the company", {
    alert: "security",
    neverRefused: true,
  }),
  "company.deletionCancelled": event("Deletion canceled", () => "canceled the deletion of the company", {
    alert: "security",
    neverRefused: true,
  }),
  "limit.near": event("Limit nearly reached", (act) => `counted ${aLimit(act)}: 80% is used`, { alert: "limits" }),
  "limit.reached": event("Limit reached", (act) => `counted ${aLimit(act)}: the limit is reached`, { alert: "limits" }),
  "company.created": event(
    "Company created",
    ({ details }) => `founded the company ${named(details["name"], "")}`.trim(),
    { untold: true },
  ),
};
