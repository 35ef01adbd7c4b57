import { group } from "./event.ts";
import { named, somebody } from "./words.ts";

const event = group("Matters");

export const mattersEvents = {
  "matter.opened": event(
    "Matter opened",
    ({ details }) => `opened the matter ${named(details["name"], "without a name")}`,
    { untold: true },
  ),
  "matter.renamed": event(
    "Matter renamed",
    ({ details }) =>
      `renamed the matter from ${named(details["before"], "another name")} to ${named(details["name"], "another name")}`,
    { untold: true },
  ),
  "matter.closed": event(
    "Matter closed",
    ({ details }) => `closed the matter ${named(details["name"], "without a name")}`,
    { untold: true, neverRefused: true },
  ),
  "matter.reopened": event(
    "Matter reopened",
    ({ details }) => `reopened the matter ${named(details["name"], "without a name")}`,
    { untold: true },
  ),
  "matter.personAdded": event("Person added to a matter", (act) => `added ${somebody(act)} to the access list`, {
    untold: true,
  }),
  "matter.personRemoved": event(
    "Person removed from a matter",
    (act) => `removed ${somebody(act)} from the access list`,
    { untold: true, neverRefused: true },
  ),
  "matter.logExported": event("Privilege log exported", () => "exported the privilege log", { untold: true }),
};
