import { group } from "./event.ts";
import { named, text } from "./words.ts";

const event = group("Projects");

export const projectsEvents = {
  "project.created": event(
    "Project created",
    ({ details }) => `created the project ${named(details["name"], "without a name")}`,
  ),
  "project.started": event(
    "Project started",
    ({ details }) => `started the project ${named(details["name"], "without a name")}`,
  ),
  "project.renamed": event(
    "Project renamed",
    ({ details }) =>
      `renamed the project ${named(details["before"], "without a name")} to ${named(details["name"], "another name")}`,
  ),
  "project.windowSet": event("Audit window set", ({ details }) =>
    typeof details["from"] === "string"
      ? `set the audit window of ${named(details["name"], "a project")} to ${details["from"]} to ${text(details["to"], "a later day")}`
      : `cleared the audit window of ${named(details["name"], "a project")}`,
  ),
  "project.archived": event(
    "Project archived",
    ({ details }) => `archived the project ${named(details["name"], "without a name")}`,
  ),
  "project.restored": event(
    "Project restored",
    ({ details }) => `restored the project ${named(details["name"], "without a name")}`,
  ),
  "control.assigned": event("Control owner or due date set", ({ subject, details, nameOf }) => {
    const owner = typeof details["owner"] === "string" ? (nameOf(details["owner"]) ?? "a former member") : "nobody";
    return `assigned ${subject} to ${owner}, ${typeof details["due"] === "string" ? `due on ${details["due"]}` : "without a due date"}`;
  }),
  "control.noted": event("Control note added", ({ subject }) => `wrote a note about ${subject}`),
  "control.noteStruck": event("Control note struck out", ({ subject }) => `struck out a note about ${subject}`, {
    neverRefused: true,
  }),
  "control.applicabilitySet": event("Control applicability changed", ({ subject, details }) =>
    details["applicable"] === true
      ? `marked ${subject} as applicable again`
      : `marked ${subject} as not applicable: ${text(details["reason"], "without a reason")}`,
  ),
};
