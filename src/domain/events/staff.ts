import type { Act } from "./event.ts";
import { group } from "./event.ts";
import { text } from "./words.ts";

const event = group("Staff");

const course = ({ details }: Act) => text(details["title"], "a course");
const score = ({ details }: Act) =>
  typeof details["score"] === "number" && typeof details["outOf"] === "number"
    ? ` with ${details["score"]} of ${details["outOf"]}`
    : "";
const amount = (value: unknown, single: string, many: string) =>
  value === 1 ? `1 ${single}` : `${Number(value) || 0} ${many}`;
/** People of the register have no account: the entry has their number. */
const person = ({ details }: Act) => text(details["number"], "somebody");

export const staffEvents = {
  "staff.linksSent": event(
    "Staff links sent",
    ({ details }) => `sent links to ${amount(details["sent"], "person", "people")}`,
  ),
  "staff.addressesVouched": event(
    "Addresses confirmed",
    ({ details }) => `confirmed ${amount(details["vouched"], "email address", "email addresses")} of people`,
  ),
  "staff.remindersChanged": event(
    "Staff reminders changed",
    ({ details }) => `turned reminders for staff ${details["on"] === true ? "on" : "off"}`,
  ),
  "staff.signedIn": event("Staff signed in", (act) => `opened the staff portal as ${person(act)}`, {
    untold: true,
    neverRefused: true,
  }),
  "staff.incidentReported": event(
    "Incident reported by staff",
    (act) =>
      `reported an incident as ${text(act.details["person"], "somebody")}: ${text(act.details["number"], "a record")}`,
    { neverRefused: true },
  ),
  "training.passed": event("Course passed", (act) => `passed “${course(act)}” as ${person(act)}${score(act)}`, {
    neverRefused: true,
  }),
  "training.failed": event(
    "Course not passed",
    (act) => `did not pass “${course(act)}” as ${person(act)}${score(act)}`,
    {
      neverRefused: true,
    },
  ),
  "training.imported": event(
    "Training imported",
    (act) => `imported ${amount(act.details["added"], "completion", "completions")} of “${course(act)}”`,
  ),
  "training.undone": event(
    "Import of training undone",
    (act) => `undid an import of ${amount(act.details["undone"], "completion", "completions")}`,
  ),
};
