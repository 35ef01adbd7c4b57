import { exhibit, moment, person, system } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

const rows = [
  [
    "Sign-in of the root account",
    "AWS (412900000174)",
    "silva",
    26,
    "expected",
    "Yearly check of the root account's key.",
  ],
  ["Twelve failed sign-ins of o.haddad", "Okta", "lindqvist", 19, "false-alarm", "A phone had the old password."],
  [
    "A policy gives a right to everybody",
    "AWS (412900000174)",
    "silva",
    16,
    "fixed",
    "The policy was put back at once.",
  ],
] as const;

/** Alerts of the last weeks, each with the log of the month that shows how it was handled. */
export const alerts: SampleRegister = {
  register: "alerts",
  records: rows.map(([title, where, handler, daysAgo, outcome, reason]): SampleRecord => ({
    key: title,
    fields: {
      title,
      systemId: system(where),
      raisedAt: moment(daysAgo, "08:10"),
      handlerId: person(handler),
      acknowledgedAt: moment(daysAgo, "08:40"),
      closedAt: moment(daysAgo, "11:30"),
      outcome,
      reason,
      source: exhibit("Logging and alert configuration"),
    },
  })),
};
