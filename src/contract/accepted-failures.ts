import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { controlId, day, id, instant, longText } from "./fields.ts";

const ofControl = z.strictObject({ companyId: id, controlId });

const acceptance = z.strictObject({
  id,
  checkId: z.string(),
  check: z.string(),
  reason: z.string(),
  /** What is done meanwhile. */
  treatment: z.string(),
  /** Its last day in UTC. */
  until: day,
  acceptedBy: z.string(),
  acceptedAt: instant,
  /** `in force` while the check fails and the day is not over, `not needed` while it is undecided; it changes no status. */
  state: z.enum(["in force", "not needed", "expired", "superseded", "ended"]),
  /** Who ended it and why; nobody where the check passed. */
  ended: z.strictObject({ by: z.string().nullable(), at: instant, reason: z.string() }).nullable(),
});

const path = "/companies/{companyId}/controls/{controlId}/accepted-failures";

export const acceptedFailures = {
  list: query({
    access: "controls.read",
    path,
    summary: "Failures of a control's checks that were accepted, newest first, up to 100",
    input: ofControl,
    output: z.strictObject({ acceptances: z.array(acceptance) }),
    fails: ["not-found"],
  }),
  accept: change({
    access: "controls.acceptFailure",
    path,
    summary: "Accept a failing check until a day within a year; it stays failing",
    records: "control.failureAccepted",
    input: ofControl.extend({
      checkId: z.string().max(80),
      reason: longText(1_000, "Please give a reason"),
      treatment: longText(1_000, "Please say what you do meanwhile"),
      until: day,
    }),
    output: acceptance,
    fails: ["not-found", "check-not-failing", "scope-until"],
  }),
  withdraw: change({
    access: "controls.acceptFailure",
    path: `${path}/{acceptanceId}/withdrawal`,
    summary: "Withdraw an acceptance with a reason",
    records: "control.acceptanceWithdrawn",
    input: ofControl.extend({ acceptanceId: id, reason: longText(1_000, "Please give a reason") }),
    output: acceptance,
    fails: ["not-found"],
  }),
};
