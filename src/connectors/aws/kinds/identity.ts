import * as z from "zod";

const day = z.iso.date();

/** Who may sign in. What was used last is kept as a day, so that an hour without a change looks unchanged. */
export const identityKinds = {
  "aws.account_summary": z.strictObject({
    rootMfa: z.boolean().nullable(),
    rootKeys: z.number().int().nullable(),
    users: z.number().int().nullable(),
  }),
  "aws.password_policy": z.strictObject({
    /** False: the account has none, and AWS's own default is in force. */
    exists: z.boolean(),
    minimumLength: z.number().int().nullable(),
    symbols: z.boolean().nullable(),
    numbers: z.boolean().nullable(),
    upperCase: z.boolean().nullable(),
    lowerCase: z.boolean().nullable(),
    remembered: z.number().int().nullable(),
  }),
  "aws.user": z.strictObject({ arn: z.string(), name: z.string(), createdOn: day.nullable() }),
  "aws.credentials": z.strictObject({
    arn: z.string(),
    root: z.boolean(),
    createdOn: day.nullable(),
    /** Null where the report does not say: of the root user it says "not_supported". */
    password: z.boolean().nullable(),
    passwordUsed: z.union([z.literal("never"), day]).nullable(),
    passwordChangedOn: day.nullable(),
    mfa: z.boolean().nullable(),
    keys: z.array(
      z.strictObject({
        active: z.boolean().nullable(),
        used: z.union([z.literal("never"), day]).nullable(),
        rotatedOn: day.nullable(),
      }),
    ),
  }),
  "aws.access_key": z.strictObject({
    user: z.string(),
    active: z.boolean().nullable(),
    createdOn: day.nullable(),
  }),
  "aws.user_policies": z.strictObject({ name: z.string(), attached: z.array(z.string()) }),
  /** One that the company wrote: managed by it, or inside a user, group or role. Of its text only how far it goes is kept. */
  "aws.policy": z.strictObject({
    /** How many users, groups and roles have it; null where AWS does not say. */
    holders: z.number().int().nullable(),
    /** Whether it allows all actions on all resources; null where that cannot be said. */
    everything: z.boolean().nullable(),
    /** A clause: what it allows, or why that cannot be said. */
    allows: z.string(),
  }),
  "aws.security_contact": z.strictObject({ present: z.boolean() }),
};
