import * as z from "zod";

const day = z.iso.date();
const names = z.array(z.string());
/** What a condition names and what it leaves out. A list that was not answered is not there. */
const selection = z.strictObject({ include: names.optional(), exclude: names.optional() });
/** Null: the policy has no such condition. */
const condition = z.string().nullable();

/**
 * Graph's objects, down to what checks read. Days instead of instants: an hour that changed nothing must look the same. A field that
 * was not answered is not there, and null is what was not told, except where null is said to mean something.
 */
export const kinds = {
  /** A policy whole: where a condition is null there is none. */
  "ms.ca_policy": z.strictObject({
    state: z.string().optional(),
    /** Users, groups, roles and guests as "user:ID", "group:ID", "role:ID", "guests:…", and Graph's own words such as "All". */
    users: selection.optional(),
    applications: selection.optional(),
    userActions: names.optional(),
    authenticationContexts: names.optional(),
    applicationFilter: condition,
    clientAppTypes: names.optional(),
    platforms: selection.nullable(),
    locations: selection.nullable(),
    signInRisk: names.optional(),
    userRisk: names.optional(),
    servicePrincipalRisk: condition,
    insiderRisk: condition,
    agentRisk: condition,
    deviceFilter: condition,
    deviceStates: condition,
    authenticationFlows: condition,
    /** Service principals: a policy that names some is about programs, not people. */
    workloads: condition,
    times: condition,
    /** Null: it grants nothing under a condition, as a policy for sessions alone. */
    grant: z
      .strictObject({
        operator: z.string().optional(),
        controls: names.optional(),
        customFactors: names.optional(),
        termsOfUse: names.optional(),
        /** Null: none is asked for. */
        strength: z.strictObject({ combinations: names.optional() }).nullable().optional(),
      })
      .nullable()
      .optional(),
    /** Properties that are set and that we do not know: what they change is not known either. */
    unfamiliar: names,
  }),
  "ms.security_defaults": z.strictObject({ isEnabled: z.boolean() }),
  "ms.user": z.strictObject({
    userType: z.string().optional(),
    accountEnabled: z.boolean().optional(),
    onPremisesSyncEnabled: z.boolean().optional(),
    createdOn: day.nullable(),
    /** Null: never. Absent: the tenant's plan or our rights do not show it. */
    lastSignInOn: day.nullable().optional(),
  }),
  "ms.registration": z.strictObject({
    userType: z.string().optional(),
    isAdmin: z.boolean().optional(),
    isMfaRegistered: z.boolean().optional(),
    isMfaCapable: z.boolean().optional(),
  }),
  /** Whoever holds roles, directly or as a member of a group; a group where its members could not be read. */
  "ms.administrator": z.strictObject({
    /** Graph's type: user, servicePrincipal, group. */
    type: z.string(),
    roles: z.array(z.strictObject({ templateId: z.string(), held: z.enum(["active", "eligible"]) })),
  }),
  "ms.authorization_policy": z.strictObject({
    allowInvitesFrom: z.string().optional(),
    permissionGrantPolicies: names.optional(),
  }),
  /** What a policy lets people consent to: an app's permission that one of these describes. */
  "ms.consent_policy": z.strictObject({
    policyId: z.string(),
    includes: z
      .array(
        z.strictObject({
          permissionType: z.string().optional(),
          permissionClassification: z.string().optional(),
          clientApplicationIds: names.optional(),
          clientApplicationTenantIds: names.optional(),
          clientApplicationsFromVerifiedPublisherOnly: z.boolean().optional(),
        }),
      )
      .optional(),
  }),
  "ms.application": z.strictObject({
    secrets: z.array(z.strictObject({ startsOn: day.nullable(), endsOn: day.nullable() })).optional(),
  }),
  "ms.risky_user": z.strictObject({
    riskLevel: z.string().optional(),
    riskState: z.string().optional(),
    updatedOn: day.nullable(),
  }),
  "ms.device": z.strictObject({
    complianceState: z.string().optional(),
    isEncrypted: z.boolean().optional(),
    operatingSystem: z.string(),
    serialNumber: z.string().optional(),
    /** The account of its primary user; null where it has none. */
    userId: z.string().nullable().optional(),
    lastSyncOn: day.nullable().optional(),
  }),
  "ms.audit": z.strictObject({ found: z.boolean(), newestOn: day.nullable() }),
  /** A feature that the tenant's licence does not have. */
  "ms.unlicensed": z.strictObject({ feature: z.string() }),
} as const;

/** The data of an item of this kind. */
export type Data<K extends keyof typeof kinds> = z.output<(typeof kinds)[K]>;
