import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { day, emailAddress, id, instant, nothing } from "./fields.ts";
import { withLink } from "./invitations.ts";

/** The longest audit that can be agreed on, in months from now. */
export const longestAuditMonths = 24;

const auditor = z.strictObject({
  id,
  userId: id,
  name: z.string(),
  email: z.string(),
  invitedBy: z.string(),
  since: instant,
  endsAt: instant,
  /** When it was ended before its time. */
  endedAt: instant.nullable(),
  /** Whether they see anything now. */
  live: z.boolean(),
  projects: z.array(z.strictObject({ id, name: z.string() })),
  /** How often they looked at something, and when last. */
  views: z.number().int(),
  lastViewAt: instant.nullable(),
});

const path = z.strictObject({ companyId: id, auditorId: id });
const projects = z.array(id).min(1, "Choose at least one project").max(100);
/** The last day of the audit; it ends with it, in UTC. */
const endsOn = day;

export const auditors = {
  list: query({
    access: "auditors.manage",
    path: "/companies/{companyId}/auditors",
    summary: "The company's auditors, with their projects, until when they see them, and how often they looked",
    input: z.strictObject({ companyId: id }),
    output: z.array(auditor),
  }),
  invite: change({
    access: "auditors.manage",
    path: "/companies/{companyId}/auditors/invitations",
    summary: "Invite an auditor to chosen projects until a day; the link is mailed, and answered once",
    records: "invitation.created",
    input: z.strictObject({ companyId: id, email: emailAddress, projects, endsOn }),
    output: withLink,
    fails: ["already-invited", "is-member", "audit-too-long", "no-such-project"],
  }),
  change: change({
    method: "PATCH",
    access: "auditors.manage",
    path: "/companies/{companyId}/auditors/{auditorId}",
    summary: "Choose which projects an auditor sees, and until when",
    records: "audit.auditorChanged",
    input: path.extend({ projects, endsOn }),
    output: auditor,
    fails: ["not-found", "audit-too-long", "no-such-project"],
  }),
  end: change({
    method: "DELETE",
    access: "auditors.manage",
    path: "/companies/{companyId}/auditors/{auditorId}",
    summary: "End an auditor's access at once",
    records: "audit.auditorEnded",
    input: path,
    output: nothing,
    fails: ["not-found"],
  }),
  views: query({
    access: "auditors.manage",
    path: "/companies/{companyId}/auditors/{auditorId}/views",
    summary: "Everything an auditor looked at, newest first, a page at a time",
    input: path.extend({
      after: z.coerce.number().int().min(0).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.strictObject({
      entries: z.array(z.strictObject({ index: z.number().int(), at: instant, sentence: z.string() })),
      next: z.number().int().nullable(),
    }),
    fails: ["not-found"],
  }),
};
