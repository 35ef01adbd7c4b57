import * as z from "zod";

// What is kept of Okta's answers. A field is null where Okta did not tell.

const day = z.iso.date();
const count = z.number().int().nullable();
const flag = z.boolean().nullable();

export const user = z.strictObject({
  login: z.string(),
  status: z.string(),
  createdOn: day.nullable(),
  /** To the day: an hour in which people only signed in must look like the hour before. Null where nobody ever did. */
  lastLoginOn: day.nullable(),
});

export const admin = z.strictObject({
  userId: z.string(),
  /** `via`: "USER", or "GROUP" for a role that comes from a group. */
  roles: z.array(z.strictObject({ type: z.string(), via: z.string() })),
});

/** Factors that are in use, by type. */
export const factors = z.strictObject({ login: z.string(), types: z.array(z.string()) });

export const passwordPolicy = z.strictObject({
  name: z.string(),
  minLength: count,
  refusesCommon: flag,
  /** How many earlier passwords are refused. */
  history: count,
  /** Tries before an account locks; 0 for no limit. */
  maxAttempts: count,
  /** Minutes until a locked account opens by itself; 0 for never. */
  autoUnlockMinutes: count,
});

/** A rule of the global session policies that lets somebody in. */
export const sessionRule = z.strictObject({
  policy: z.string(),
  rule: z.string(),
  requiresFactor: flag,
  maxIdleMinutes: count,
  /** 0 for no limit. */
  maxLifetimeMinutes: count,
  persistentCookie: flag,
});

/** A rule of the authentication policies of applications that lets somebody in. */
export const appRule = z.strictObject({
  policyId: z.string(),
  policy: z.string(),
  rule: z.string(),
  /** "1FA" or "2FA"; null where the rule says it in another way. */
  factorMode: z.string().nullable(),
});

export const adminConsole = z.strictObject({
  /** The authentication policy of the Admin Console; null where the app names none. */
  policyId: z.string().nullable(),
  maxLifetimeMinutes: count,
});

/** An application that is in use, and how many people are assigned to it. */
export const app = z.strictObject({ label: z.string(), assigned: z.number().int() });

/** An assignment of somebody who is deactivated or suspended. Those of others are counted only. */
export const goneAssignment = z.strictObject({
  login: z.string(),
  userStatus: z.string(),
  app: z.string(),
  status: z.string(),
});

export const apiToken = z.strictObject({
  name: z.string(),
  ownerId: z.string().nullable(),
  /** "ANYWHERE", or how the network is bound. */
  network: z.string().nullable(),
  /** How many network zones it may be used from. */
  zones: count,
});

export const logStream = z.strictObject({ name: z.string(), status: z.string() });

/** `until` is null where access has no end. */
export const support = z.strictObject({ access: z.string(), until: z.iso.datetime({ offset: true }).nullable() });

export type User = z.infer<typeof user>;
export type Admin = z.infer<typeof admin>;
export type Factors = z.infer<typeof factors>;
export type PasswordPolicy = z.infer<typeof passwordPolicy>;
export type SessionRule = z.infer<typeof sessionRule>;
export type AppRule = z.infer<typeof appRule>;
export type AdminConsole = z.infer<typeof adminConsole>;
export type App = z.infer<typeof app>;
export type GoneAssignment = z.infer<typeof goneAssignment>;
export type ApiToken = z.infer<typeof apiToken>;
export type LogStream = z.infer<typeof logStream>;
export type Support = z.infer<typeof support>;

export const kinds = {
  "okta.user": user,
  "okta.admin": admin,
  "okta.factors": factors,
  "okta.password-policy": passwordPolicy,
  "okta.session-rule": sessionRule,
  "okta.app-rule": appRule,
  "okta.admin-console": adminConsole,
  "okta.app": app,
  "okta.gone-assignment": goneAssignment,
  "okta.api-token": apiToken,
  "okta.log-stream": logStream,
  "okta.support": support,
};
