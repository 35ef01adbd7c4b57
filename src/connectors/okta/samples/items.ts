import type { EvidenceItem, Json, Subject } from "../../connector.ts";
import type * as kinds from "../kinds.ts";

/** When everything in the fixtures was observed. */
export const observedAt = "2026-11-21T10:00:00.000Z";

/** A day so many days before. */
export const dayBefore = (days: number): string =>
  new Date(Date.parse(observedAt) - days * 86_400_000).toISOString().slice(0, 10);

export const user = (login: string, more: Partial<kinds.User> = {}): EvidenceItem =>
  made("okta.user", { type: "user", id: `00u-${login}`, label: login }, {
    login,
    status: "ACTIVE",
    createdOn: "2025-01-07",
    lastLoginOn: "2026-11-20",
    ...more,
  } satisfies kinds.User);

export const admin = (login: string, roles: kinds.Admin["roles"]): EvidenceItem =>
  made("okta.admin", { type: "user", id: `00u-${login}`, label: login }, {
    userId: `00u-${login}`,
    roles,
  } satisfies kinds.Admin);

export const superAdmin = { type: "SUPER_ADMIN", via: "USER" };

export const factors = (login: string, types: readonly string[]): EvidenceItem =>
  made("okta.factors", { type: "user", id: `00u-${login}`, label: login }, {
    login,
    types: [...types],
  } satisfies kinds.Factors);

export const passwordPolicy = (more: Partial<kinds.PasswordPolicy> = {}): EvidenceItem =>
  made("okta.password-policy", { type: "policy", id: "00p1", label: "Default Policy" }, {
    name: "Default Policy",
    minLength: 12,
    refusesCommon: true,
    history: 4,
    maxAttempts: 10,
    autoUnlockMinutes: 30,
    ...more,
  } satisfies kinds.PasswordPolicy);

export const sessionRule = (more: Partial<kinds.SessionRule> = {}): EvidenceItem =>
  made("okta.session-rule", { type: "rule", id: "0pr1", label: "Default Policy: Default Rule" }, {
    policy: "Default Policy",
    rule: "Default Rule",
    requiresFactor: true,
    maxIdleMinutes: 60,
    maxLifetimeMinutes: 720,
    persistentCookie: false,
    ...more,
  } satisfies kinds.SessionRule);

export const appRule = (more: Partial<kinds.AppRule> = {}): EvidenceItem =>
  made("okta.app-rule", { type: "rule", id: "0pr2", label: "Okta Admin Console: Catch-all Rule" }, {
    policyId: "rst1",
    policy: "Okta Admin Console",
    rule: "Catch-all Rule",
    factorMode: "2FA",
    ...more,
  } satisfies kinds.AppRule);

export const adminConsole = (more: Partial<kinds.AdminConsole> = {}): EvidenceItem =>
  made("okta.admin-console", { type: "app", id: "0oa1", label: "Okta Admin Console" }, {
    policyId: "rst1",
    maxLifetimeMinutes: 720,
    ...more,
  } satisfies kinds.AdminConsole);

export const app = (): EvidenceItem =>
  made("okta.app", { type: "app", id: "0oa2", label: "Clio" }, { label: "Clio", assigned: 12 } satisfies kinds.App);

export const goneAssignment = (more: Partial<kinds.GoneAssignment> = {}): EvidenceItem =>
  made("okta.gone-assignment", { type: "assignment", id: "0oa2/00u-rowan", label: "rowan in Clio" }, {
    login: "rowan",
    userStatus: "DEPROVISIONED",
    app: "Clio",
    status: "ACTIVE",
    ...more,
  } satisfies kinds.GoneAssignment);

export const apiToken = (more: Partial<kinds.ApiToken> = {}): EvidenceItem =>
  made("okta.api-token", { type: "token", id: "00T1", label: "provisioning" }, {
    name: "provisioning",
    ownerId: "00u-ada",
    network: "ZONE",
    zones: 1,
    ...more,
  } satisfies kinds.ApiToken);

export const logStream = (status: string): EvidenceItem =>
  made("okta.log-stream", { type: "log stream", id: "0oal1", label: "siem" }, {
    name: "siem",
    status,
  } satisfies kinds.LogStream);

export const support = (more: Partial<kinds.Support> = {}): EvidenceItem =>
  made("okta.support", { type: "organization", id: "00o1", label: "Hollis & Marsh" }, {
    access: "DISABLED",
    until: null,
    ...more,
  } satisfies kinds.Support);

/** The same resource, which could not be read. */
export const unread = ({ kind, subject }: EvidenceItem): EvidenceItem => ({
  kind,
  subject,
  data: null,
  observedAt,
  gap: "403 Forbidden",
});

function made(kind: string, subject: Subject, data: object): EvidenceItem {
  return { kind, subject, data: data as Json, observedAt };
}
