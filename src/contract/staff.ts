import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { id, instant } from "./fields.ts";

/** So many people can be sent a link at once. */
export const maxStaffLinks = 500;

const ofCompany = z.strictObject({ companyId: id });
const reminding = z.strictObject({ on: z.boolean() });
const path = "/companies/{companyId}/staff";

/** People of the register who have no seat: they come by a link that is mailed to them. */
export const staff = {
  list: query({
    access: "staff.manage",
    path,
    summary:
      "Who was sent a link to the staff portal, and when they last signed in; people who were never sent one are not listed",
    input: ofCompany,
    output: z.array(
      z.strictObject({
        personId: id,
        sentAt: instant,
        /** How the newest link stands. */
        link: z.enum(["open", "used", "expired"]),
        signedInAt: instant.nullable(),
      }),
    ),
  }),
  reminders: query({
    access: "staff.manage",
    path: `${path}/reminders`,
    summary: "Whether people who were sent a link are mailed what they have to do",
    input: ofCompany,
    /** Whoever stopped their own, by name. */
    output: reminding.extend({ stopped: z.array(z.string()) }),
  }),
  remind: change({
    method: "PATCH",
    access: "staff.manage",
    path: `${path}/reminders`,
    summary:
      "Turn reminders on or off: a mail when something is assigned, 7 days before it is due, on the day, and weekly from then, all of a person's in one",
    records: "staff.remindersChanged",
    perMinute: 60,
    input: ofCompany.extend(reminding.shape),
    output: reminding,
    fails: [],
  }),
  send: change({
    access: "staff.manage",
    path: `${path}/links`,
    summary:
      "Mail people of the register a link to the staff portal; it works once, for 7 days, and ends their link before it",
    records: "staff.linksSent",
    perMinute: 60,
    input: ofCompany.extend({ personIds: z.array(id).min(1, "Choose a person").max(maxStaffLinks) }),
    output: z.strictObject({
      sent: z.number().int(),
      /** People without a work email, who ended, or who are not in the register. */
      skipped: z.array(id),
    }),
    fails: ["staff-nobody", "too-many-requests"],
  }),
};
