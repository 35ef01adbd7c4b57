import type { Act } from "./event.ts";
import { group } from "./event.ts";
import { aReason, text } from "./words.ts";

const event = group("Records");

const number = ({ details }: Act) => text(details["number"], "a record");
const register = ({ details }: Act) => text(details["label"], "a register");
const amount = (value: unknown) => {
  const many = typeof value === "number" ? value : 0;
  return many === 1 ? "1 record" : `${many} records`;
};
const accounts = (value: unknown) =>
  value === 1 ? "1 account" : `${typeof value === "number" ? value : "several"} accounts`;
const fields = ({ details }: Act) => {
  const names = details["labels"];
  return Array.isArray(names) && names.length > 0 ? `: ${names.join(", ")}` : "";
};

const task = ({ details }: Act) => text(details["task"], "a task");

const hold = ({ details }: Act) => text(details["hold"], "a legal hold");
const custodian = ({ details }: Act) => text(details["person"], "a custodian");

export const recordsEvents = {
  "hold.told": event(
    "Custodian told of a legal hold",
    (act) => `${act.details["reminder"] === true ? "reminded" : "told"} ${custodian(act)} of ${hold(act)} by mail`,
  ),
  "hold.acknowledged": event("Legal hold confirmed", (act) => `confirmed ${hold(act)} as ${custodian(act)}`),
  "hold.released": event(
    "Custodian told of a release",
    (act) => `told ${custodian(act)} by mail that ${hold(act)} no longer binds them`,
  ),
  "calendar.closed": event("Task calendar ended", () => "ended the address of their calendar of tasks"),
  "calendar.opened": event("Task calendar created", () => "created the address of a calendar of their tasks"),
  "task.assigned": event("Task assigned", (act) => {
    const { assignee } = act.details;
    return typeof assignee === "string"
      ? `assigned the task “${task(act)}” to ${act.nameOf(assignee) ?? "a former member"}`
      : `assigned the task “${task(act)}” to nobody`;
  }),
  "task.snoozed": event("Task put off", (act) => {
    const { until } = act.details;
    return typeof until === "string"
      ? `put the task “${task(act)}” off until ${until}${aReason(act)}`
      : `brought the task “${task(act)}” back`;
  }),
  "record.added": event("Record added", (act) => `added ${number(act)} to ${register(act)}`),
  "record.changed": event("Record changed", (act) => `changed ${number(act)} of ${register(act)}${fields(act)}`),
  "record.answered": event(
    "Security contact answered",
    (act) => `recorded that the published contact opened the link of ${number(act)}`,
    { neverRefused: true },
  ),
  "record.ended": event("Record ended", (act) => `ended ${number(act)} of ${register(act)}${aReason(act)}`),
  "record.reopened": event("Record reopened", (act) => `reopened ${number(act)} of ${register(act)}`),
  "record.approved": event("Record approved", (act) => `approved ${number(act)} of ${register(act)}`),
  "record.unapproved": event(
    "Approval withdrawn",
    (act) => `withdrew the approval of ${number(act)} of ${register(act)}${aReason(act)}`,
  ),
  "record.viewed": event("Record of a matter viewed", (act) => `opened ${number(act)} of ${register(act)}`, {
    untold: true,
  }),
  "record.manyChanged": event(
    "Records changed",
    (act) => `changed ${amount(act.details["changed"])} of ${register(act)}${fields(act)}`,
  ),
  "record.manyEnded": event(
    "Records ended",
    (act) => `ended ${amount(act.details["ended"])} of ${register(act)}${aReason(act)}`,
  ),
  "record.imported": event(
    "Records imported",
    (act) =>
      `imported a file into ${register(act)}: ${amount(act.details["added"])} added, ${amount(act.details["changed"])} changed`,
  ),
  "record.proposalsAdded": event(
    "Proposed records added",
    (act) => `added ${amount(act.details["added"])} to ${register(act)} that connected systems show`,
  ),
  "record.actionsAdded": event(
    "Actions added for a policy",
    (act) => `added ${amount(act.details["added"])} to ${register(act)} for what a policy does not promise yet`,
  ),
  "record.proposalsDismissed": event("Proposals dismissed", (act) => {
    const count = act.details["count"];
    const many = count === 1 ? "1 proposal" : `${typeof count === "number" ? count : "several"} proposals`;
    return act.details["dismissed"] === false
      ? `asked for ${many} of ${register(act)} again`
      : `dismissed ${many} of ${register(act)}`;
  }),
  "record.stillHere": event("People said to be still here", (act) => {
    const count = act.details["count"];
    const whom = count === 1 ? "1 person" : `${typeof count === "number" ? count : "several"} people`;
    return act.details["takenBack"] === true
      ? `took back that ${whom} whom a list of accounts no longer shows still work here`
      : `said that ${whom} whom a list of accounts no longer shows still work here`;
  }),
  "record.undone": event(
    "Import of records undone",
    (act) => `undid a change of ${amount(act.details["undone"])} of ${register(act)}`,
  ),
  "record.matched": event("Accounts matched", ({ details }) => {
    const many = accounts(details["count"]);
    if (details["kind"] === "person") return `matched ${many} with ${text(details["person"], "a person")}`;
    return details["kind"] === "program" ? `marked ${many} as used by programs` : `took back whose ${many} are`;
  }),
  "record.sealed": event(
    "Registers sealed",
    ({ details }) => `sealed the registers as ${text(details["exhibit"], "an exhibit")}`,
  ),
  "record.unchanged": event(
    "Registers unchanged",
    ({ details }) => `looked at the registers again, which say what ${text(details["exhibit"], "their exhibit")} says`,
  ),
  "record.confirmed": event(
    "Register confirmed",
    (act) => `confirmed that ${register(act)} is complete with ${amount(act.details["count"])}`,
  ),
};
