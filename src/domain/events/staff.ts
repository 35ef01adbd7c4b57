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
  "staff.deviceAnswered": event(
    "Device confirmed or denied by its holder",
    ({ details }) => {
      const holder = text(details["person"], "its holder");
      const device = text(details["device"], "a device");
      if (details["answer"] === "has") return `confirmed as ${holder} that they have ${device}`;
      return details["answer"] === "lost"
        ? `said as ${holder} that ${device} was lost or stolen`
        : `said as ${holder} that they do not have ${device}`;
    },
    { neverRefused: true },
  ),
  "staff.deviceNamed": event(
    "Missing device named by staff",
    ({ details }) =>
      `named a device as ${text(details["person"], "somebody")} that is missing in Devices: ${text(details["name"], "a device")}`,
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
