import * as z from "zod";

const day = z.iso.date();
const primitive = z.union([z.string(), z.number(), z.boolean()]);

/** What the Directory, Reports and Policy APIs answer, down to what checks read; days instead of instants. What was not told is not there. */
export const kinds = {
  "gws.user": z.strictObject({
    isAdmin: z.boolean().optional(),
    suspended: z.boolean().optional(),
    archived: z.boolean().optional(),
    isEnrolledIn2Sv: z.boolean().optional(),
    isEnforcedIn2Sv: z.boolean().optional(),
    createdOn: day.nullable(),
    /** Null: never signed in. Absent: not answered. */
    lastLoginOn: day.nullable().optional(),
  }),
  "gws.role_assignment": z.strictObject({
    assignedTo: z.string(),
    assigneeType: z.string().optional(),
    roleId: z.string(),
  }),
  /** What holds for one organizational unit or group, after the order of precedence, and for some licences in it apart. */
  "gws.policy": z.strictObject({
    setting: z.string(),
    root: z.boolean(),
    value: z.record(z.string(), primitive),
  }),
  /** An app that somebody let in, by the scopes that it was given. */
  "gws.app_grant": z.strictObject({ clientId: z.string(), people: z.number().int(), scopes: z.array(z.string()) }),
} as const;

/** The data of an item of this kind. */
export type Data<K extends keyof typeof kinds> = z.output<(typeof kinds)[K]>;
