import type { CheckFixtures } from "../check.ts";
import type { EvidenceItem, Json } from "../connector.ts";
import type { Data, kinds } from "./kinds.ts";

/** Made up, in the shape that steps yield; judged at noon of 21 November 2026. */
const AT = "2026-11-21T12:00:00.000Z";
const [RECENT, LONG_AGO] = ["2026-11-01", "2026-01-01"];

function one<K extends keyof typeof kinds>(kind: K, id: string, data: Data<K>): EvidenceItem {
  return { kind, subject: { type: "object", id, label: id }, data: data as unknown as Json, observedAt: AT };
}
function unread(kind: keyof typeof kinds, id: string): EvidenceItem {
  return { kind, subject: { type: "object", id, label: id }, data: null, observedAt: AT, gap: "403 Forbidden" };
}

const defaults = (isEnabled: boolean) => one("ms.security_defaults", "tenant", { isEnabled });
const policy = (data: Partial<Data<"ms.ca_policy">>) =>
  one("ms.ca_policy", "policy", {
    state: "enabled",
    includeUsers: ["All"],
    excluded: 1,
    includeApplications: ["All"],
    clientAppTypes: ["all"],
    grants: ["mfa"],
    authenticationStrength: false,
    ...data,
  });
const user = (id: string, data: Partial<Data<"ms.user">>) =>
  one("ms.user", id, {
    userType: "Member",
    accountEnabled: true,
    onPremisesSyncEnabled: false,
    createdOn: LONG_AGO,
    lastSignInOn: RECENT,
    ...data,
  });
const registration = (data: Partial<Data<"ms.registration">>) =>
  one("ms.registration", "ana@example.com", {
    userType: "member",
    isAdmin: true,
    isMfaRegistered: true,
    isMfaCapable: true,
    ...data,
  });
const unsaid = { userType: "member", isAdmin: true };
const role = (principalId: string, roleTemplateId = "62e90394-69f5-4237-9190-012177145e10") =>
  one("ms.role_assignment", `role of ${principalId}`, {
    roleTemplateId,
    principalId,
    principalType: "user",
    principalLabel: principalId,
    scope: "/",
  });
const rules = (data: Data<"ms.authorization_policy">) => one("ms.authorization_policy", "tenant", data);
const app = (startsOn: string | null, endsOn: string | null) =>
  one("ms.application", "app", { secrets: [{ startsOn, endsOn }] });
const risk = (riskLevel: string, riskState: string, updatedOn: string | null) =>
  one("ms.risky_user", "ana@example.com", { riskLevel, riskState, updatedOn });
const device = (complianceState: string, isEncrypted?: boolean) =>
  one("ms.device", "laptop", {
    complianceState,
    operatingSystem: "Windows",
    ...(isEncrypted !== undefined && { isEncrypted }),
  });
const unlicensed = (feature: string) => [one("ms.unlicensed", "tenant", { feature })];
const never = { lastSignInOn: undefined };

export const fixtures: Readonly<Record<string, CheckFixtures>> = {
  "ms.ca.mfa-all": {
    pass: [defaults(false), policy({})],
    fail: [defaults(false), policy({ state: "enabledForReportingButNotEnforced" })],
    unknown: [unread("ms.security_defaults", "tenant")],
  },
  "ms.user.mfa-registered": {
    pass: [registration({})],
    fail: [registration({ isMfaRegistered: false })],
    unknown: [one("ms.registration", "ana@example.com", unsaid)],
    notApplicable: [registration({ userType: "guest" })],
  },
  "ms.admin.mfa-capable": {
    pass: [registration({})],
    fail: [registration({ isMfaCapable: false })],
    unknown: [one("ms.registration", "ana@example.com", unsaid)],
    notApplicable: [registration({ isAdmin: false })],
  },
  "ms.ca.legacy-blocked": {
    pass: [defaults(false), policy({ clientAppTypes: ["exchangeActiveSync", "other"], grants: ["block"] })],
    fail: [defaults(false), ...unlicensed("conditional access")],
    unknown: [unread("ms.security_defaults", "tenant")],
  },
  "ms.admin.global-count": {
    pass: [role("ana"), role("ben")],
    fail: [role("ana")],
    unknown: [role("ana"), unread("ms.role_assignment", "another")],
  },
  "ms.admin.cloud-only": {
    pass: [role("ana"), user("ana", {})],
    fail: [role("ana"), user("ana", { onPremisesSyncEnabled: true })],
    unknown: [role("ana"), unread("ms.user", "ana")],
    notApplicable: [user("ana", {})],
  },
  "ms.policy.guest-invite": {
    pass: [rules({ allowInvitesFrom: "adminsAndGuestInviters" })],
    fail: [rules({ allowInvitesFrom: "everyone" })],
    unknown: [rules({})],
  },
  "ms.policy.user-consent": {
    pass: [rules({ permissionGrantPolicies: ["ManagePermissionGrantsForSelf.microsoft-user-default-low"] })],
    fail: [rules({ permissionGrantPolicies: ["ManagePermissionGrantsForSelf.microsoft-user-default-legacy"] })],
    unknown: [rules({})],
  },
  "ms.user.inactive": {
    pass: [user("ana", {}), user("ben", { accountEnabled: false, lastSignInOn: LONG_AGO })],
    fail: [user("ana", { lastSignInOn: LONG_AGO })],
    unknown: [user("ana", never)],
    notApplicable: [user("guest", { userType: "Guest" })],
  },
  "ms.guest.inactive": {
    pass: [user("guest", { userType: "Guest" })],
    fail: [user("guest", { userType: "Guest", lastSignInOn: null })],
    unknown: [user("guest", { userType: "Guest", ...never })],
    notApplicable: [user("ana", {})],
  },
  "ms.app.secret-expiry": {
    pass: [app("2026-10-01", "2027-01-01")],
    fail: [app("2026-10-01", "2028-10-01")],
    unknown: [app(null, "2027-01-01")],
    notApplicable: [one("ms.application", "app", { secrets: [] })],
  },
  "ms.risk.users": {
    pass: [risk("high", "remediated", LONG_AGO)],
    fail: [risk("high", "atRisk", LONG_AGO)],
    unknown: [risk("high", "atRisk", null)],
    notApplicable: unlicensed("risky users"),
  },
  "ms.device.compliant": {
    pass: [device("compliant", true)],
    fail: [device("compliant", false)],
    unknown: [device("unknown", true)],
    notApplicable: unlicensed("managed devices"),
  },
  "ms.audit.flowing": {
    pass: [one("ms.audit", "tenant", { found: true, newestOn: "2026-11-21" })],
    fail: [one("ms.audit", "tenant", { found: false, newestOn: null }), user("new", { createdOn: "2026-11-21" })],
    unknown: [one("ms.audit", "tenant", { found: false, newestOn: null })],
  },
};
