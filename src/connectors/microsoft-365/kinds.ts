import * as z from "zod";

const day = z.iso.date();

/** Graph's objects, down to what checks read. Days instead of instants: an hour that changed nothing must look the same. */
export const kinds = {
  "ms.ca_policy": z.strictObject({
    state: z.string(),
    includeUsers: z.array(z.string()),
    excluded: z.number().int(),
    includeApplications: z.array(z.string()),
    clientAppTypes: z.array(z.string()),
    grants: z.array(z.string()),
    authenticationStrength: z.boolean(),
  }),
  "ms.security_defaults": z.strictObject({ isEnabled: z.boolean() }),
  "ms.user": z.strictObject({
    userType: z.string(),
    accountEnabled: z.boolean(),
    onPremisesSyncEnabled: z.boolean(),
    createdOn: day.nullable(),
    /** Null: never. Absent: the tenant's plan or our rights do not show it. */
    lastSignInOn: day.nullable().optional(),
  }),
  "ms.registration": z.strictObject({
    userType: z.string(),
    isAdmin: z.boolean(),
    isMfaRegistered: z.boolean().optional(),
    isMfaCapable: z.boolean().optional(),
  }),
  "ms.role_assignment": z.strictObject({
    roleTemplateId: z.string(),
    principalId: z.string(),
    principalType: z.string(),
    principalLabel: z.string(),
    scope: z.string(),
  }),
  "ms.authorization_policy": z.strictObject({
    allowInvitesFrom: z.string().optional(),
    permissionGrantPolicies: z.array(z.string()).optional(),
  }),
  "ms.application": z.strictObject({
    secrets: z.array(z.strictObject({ startsOn: day.nullable(), endsOn: day.nullable() })),
  }),
  "ms.risky_user": z.strictObject({ riskLevel: z.string(), riskState: z.string(), updatedOn: day.nullable() }),
  "ms.device": z.strictObject({
    complianceState: z.string(),
    isEncrypted: z.boolean().optional(),
    operatingSystem: z.string(),
  }),
  "ms.audit": z.strictObject({ found: z.boolean(), newestOn: day.nullable() }),
  /** A feature that the tenant's licence does not have. */
  "ms.unlicensed": z.strictObject({ feature: z.string() }),
} as const;

/** The data of an item of this kind. */
export type Data<K extends keyof typeof kinds> = z.output<(typeof kinds)[K]>;
