import { group } from "./event.ts";
import { named, text } from "./words.ts";

const event = group("Evidence");

export const evidenceEvents = {
  "evidence.filed": event(
    "Evidence filed",
    ({ details }) => `filed ${text(details["exhibit"], "an item")}, ${named(details["name"], "without a name")}`,
  ),
  "evidence.withdrawn": event(
    "Evidence withdrawn",
    ({ details }) =>
      `withdrew ${text(details["exhibit"], "an item")}, ${named(details["name"], "without a name")}: ${text(details["reason"], "without a reason")}`,
  ),
  "evidence.restored": event(
    "Evidence restored",
    ({ details }) => `restored ${text(details["exhibit"], "an item")}, ${named(details["name"], "without a name")}`,
  ),
  // Ledgers were signed with this name, so that it stays.
  "evidence.privilegeLifted": event(
    "Privilege of an item waived",
    ({ details }) =>
      `waived the privilege of ${text(details["exhibit"], "an item")}: ${text(details["reason"], "without a reason")}`,
  ),
  "import.judged": event(
    "Imported report evaluated",
    ({ details }) =>
      `imported a report of ${text(details["tool"], "a tool")} with ${Number(details["findings"] ?? 0).toLocaleString("en-US")} findings`,
  ),
  "import.failed": event(
    "Imported report not evaluated",
    ({ details }) =>
      details["failure"] === "import-abandoned"
        ? "ended an import of someone who can no longer add evidence"
        : `imported a report that could not be evaluated${details["name"] ? `: ${named(details["name"], "")}` : ""}`,
    { alert: "failures", neverRefused: true },
  ),
  "export.created": event(
    "Bundle created",
    ({ details }) =>
      `exported a report${details["project"] ? " of one project" : " of the company"}${details["format"] === "oscal" ? " as OSCAL" : ""}`,
    { alert: "exports" },
  ),
  "export.sealed": event("Bundle sealed", () => "had a bundle sealed"),
  "export.cancelled": event("Bundle canceled", () => "canceled an export", { neverRefused: true }),
  "activity.exported": event(
    "Activity log exported",
    ({ details }) => `exported the activity log as ${text(details["format"], "a file").toUpperCase()}`,
    { alert: "exports" },
  ),
  "company.recordsExported": event("Company data exported", () => "exported the company's data", { alert: "exports" }),
  "evidence.viewed": event(
    "Evidence viewed",
    ({ subject, details }) =>
      `${details["how"] === "downloaded" ? "downloaded" : "opened"} ${text(details["exhibit"], subject)}`,
    { untold: true },
  ),
};
