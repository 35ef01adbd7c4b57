import * as z from "zod";

const instant = z.iso.datetime();
const approvals = z.array(z.strictObject({ by: z.string(), at: instant }));
/** Who was assignee or reporter at some time before it was done. */
const held = z.array(z.string());
/** When a ticket was done for the last time; null while it is open, or where Jira does not say. */
const ended = { done: z.boolean(), doneAt: instant.nullable() };

/** People by their account id alone; of tickets nothing that somebody wrote, only whether a field is filled. */
export const kinds = {
  "jira.done_status": z.strictObject({ name: z.string() }),
  "jira.change": z.strictObject({
    ...ended,
    assignee: z.string().nullable(),
    reporter: z.string().nullable(),
    approvals,
    held,
    filled: z.record(z.string(), z.boolean()),
  }),
  "jira.access_request": z.strictObject({
    ...ended,
    reporter: z.string().nullable(),
    assignee: z.string().nullable(),
    approvals,
    held,
  }),
  "jira.leaver": z.strictObject({ ...ended, createdAt: instant }),
  "jira.vulnerability": z.strictObject({ ...ended, createdAt: instant, priority: z.string().nullable() }),
  /** Whether anybody at all may browse, and the projects that use such a scheme. */
  "jira.permission_scheme": z.strictObject({ anonymous: z.boolean(), usedBy: z.array(z.string()) }),
  "jira.administrator": z.strictObject({ active: z.boolean(), groups: z.array(z.string()) }),
  "jira.audit_log": z.strictObject({ records: z.boolean(), newestOn: z.iso.date().nullable() }),
};

export type Kind = keyof typeof kinds;
/** What an item of a kind holds. */
export type Data<K extends Kind> = z.infer<(typeof kinds)[K]>;
