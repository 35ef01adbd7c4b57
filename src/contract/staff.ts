import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { id, instant } from "./fields.ts";

/** So many people can be sent a link at once. */
export const maxStaffLinks = 500;

const ofCompany = z.strictObject({ companyId: id });
const address = z.strictObject({ personId: id, email: z.string().min(1).max(320) });
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
  due: query({
    access: "staff.manage",
    path: `${path}/due`,
    summary:
      "Everyone who has something to acknowledge or to pass now, renewals included, whether a link reaches them, and why not; of one policy alone where it is named. A page of them at a time, late ones first; counts are of all",
    input: ofCompany.extend({
      policyId: id.optional(),
      limit: z.coerce.number().int().min(1).max(maxStaffLinks).default(maxStaffLinks),
      /** Where the page before ended. */
      after: z
        .string()
        .max(700)
        .regex(/^[01] \d{1,9} /)
        .optional(),
    }),
    output: z.strictObject({
      /** How many they are, how many of them are late, and how many a link reaches. */
      total: z.number().int(),
      late: z.number().int(),
      ready: z.number().int(),
      /** Whom no link reaches: how many, and the first of them. */
      skipped: z.array(
        z.strictObject({
          why: z.enum(["no email", "unvouched"]),
          people: z.number().int(),
          first: z.array(z.strictObject({ personId: id, number: z.string(), name: z.string() })),
        }),
      ),
      next: z.string().nullable(),
      people: z.array(
        z.strictObject({
          personId: id,
          number: z.string(),
          name: z.string(),
          /** How many texts they have to acknowledge, and how many courses to take. */
          policies: z.number().int(),
          courses: z.number().int(),
          late: z.boolean(),
          /** Whether a link can be mailed to them. */
          reach: z.enum(["ready", "no email", "unvouched"]),
        }),
      ),
    }),
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
      /** People without a work email, who ended, or who are not in the register; and all whom nobody vouches for. */
      skipped: z.array(id),
      /** Of those that were skipped, whose address nobody vouches for. */
      unvouched: z.array(id),
      /**
       * Why each of those was skipped. `mailed`: their address had its mails of today; `gone`: they left, or their address is another
       * person's, too.
       */
      reasons: z.array(z.strictObject({ personId: id, why: z.enum(["gone", "no email", "unvouched", "mailed"]) })),
    }),
    fails: ["staff-nobody", "staff-unvouched", "too-many-requests"],
  }),
  addresses: query({
    access: "staff.manage",
    path: `${path}/addresses`,
    summary: "Work email addresses that nobody vouches for, 500 at a time: whose they are, and who wrote them down",
    input: ofCompany.extend({ skip: z.coerce.number().int().min(0).max(1_000_000).default(0) }),
    output: z.strictObject({
      total: z.number().int(),
      /** Those after the ones that were skipped, by number. */
      addresses: z.array(
        address.extend({
          number: z.string(),
          name: z.string(),
          /** By name. */
          writtenBy: z.string(),
          /** Whether you may confirm it: somebody else wrote it, or nobody else could. */
          mayVouch: z.boolean(),
        }),
      ),
    }),
  }),
  vouch: change({
    access: "staff.manage",
    path: `${path}/addresses`,
    summary:
      "Confirm that addresses are those of these people, as you see them. People take part only by an address that a connected directory lists, or that another owner or admin than who wrote it confirmed",
    records: "staff.addressesVouched",
    perMinute: 60,
    input: ofCompany.extend({ addresses: z.array(address).min(1, "Choose an address").max(maxStaffLinks) }),
    output: z.strictObject({
      vouched: z.number().int(),
      /** People with another address by now, and people whose address you wrote yourself. */
      changed: z.array(id),
      own: z.array(id),
    }),
    fails: ["staff-address-own", "staff-address-changed"],
  }),
};
