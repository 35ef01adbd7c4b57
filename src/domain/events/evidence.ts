import { group } from "./event.ts";
import type { Act } from "./event.ts";
import { sayDamage } from "../stored-file.ts";
import { named, text } from "./words.ts";

const event = group("Evidence");

/** “Policy”; of an item whose file was erased the names went with it. */
const itemName = (details: Act["details"]) =>
  details["erased"] === true ? "whose name was erased" : named(details["name"], "without a name");

/** "added EX-000001, “Policy”, to Access control and removed it from Logging". */
function sayRefiling(details: Act["details"]): string {
  const titles = (value: unknown) =>
    Array.isArray(value) ? value.filter((item) => typeof item === "string").join(", ") : "";
  const item = `${text(details["exhibit"], "an item")}, ${itemName(details)},`;
  const [to, from] = [titles(details["addedTo"]), titles(details["removedFrom"])];
  if (to === "" && from === "") return `changed the controls of ${text(details["exhibit"], "an item")}`;
  if (from === "") return `added ${item} to ${to}`;
  return to === "" ? `removed ${item} from ${from}` : `added ${item} to ${to} and removed it from ${from}`;
}

export const evidenceEvents = {
  "evidence.filed": event(
    "Evidence filed",
    ({ details }) => `filed ${text(details["exhibit"], "an item")}, ${itemName(details)}`,
  ),
  "evidence.withdrawn": event(
    "Evidence withdrawn",
    ({ details }) =>
      `withdrew ${text(details["exhibit"], "an item")}, ${itemName(details)}: ${text(details["reason"], "without a reason")}`,
  ),
  "evidence.restored": event(
    "Evidence restored",
    ({ details }) => `restored ${text(details["exhibit"], "an item")}, ${itemName(details)}`,
  ),
  "evidence.erased": event(
    "File erased",
    ({ details }) =>
      `erased the file of ${text(details["exhibit"], "an item")}: ${text(details["reason"], "without a reason")}`,
  ),
  "evidence.damaged": event(
    "Stored file damaged",
    ({ details }) =>
      `checked the stored file of ${text(details["exhibit"], "an item")}: it ${sayDamage(details["damage"])}`,
    { alert: "files" },
  ),
  "evidence.whole": event(
    "Stored file whole again",
    ({ details }) => `checked the stored file of ${text(details["exhibit"], "an item")}: it is whole again`,
    { alert: "files" },
  ),
  "evidence.renamed": event("Evidence renamed", ({ details }) =>
    details["erased"] === true
      ? `renamed ${text(details["exhibit"], "an item")}, ${itemName(details)}`
      : `renamed ${text(details["exhibit"], "an item")} from ${named(details["from"], "no name")} to ${named(details["to"], "no name")}`,
  ),
  "evidence.refiled": event(
    "Controls of evidence changed",
    ({ details }) => `${sayRefiling(details)}${details["reason"] ? `: ${text(details["reason"], "")}` : ""}`,
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
