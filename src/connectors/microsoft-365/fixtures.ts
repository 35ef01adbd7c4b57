import type { CheckFixtures } from "../check.ts";
import type { EvidenceItem, Json } from "../connector.ts";
import type { Data, kinds } from "./kinds.ts";

/** Made up, in the shape that steps yield; judged at noon of 21 November 2026. */
const AT = "2026-11-21T12:00:00.000Z";
const [RECENT, LONG_AGO] = ["2026-11-01", "2026-01-01"];

function itemOf<K extends keyof typeof kinds>(kind: K, id: string, data: Data<K>): EvidenceItem {
  return { kind, subject: { type: "object", id, label: id }, data: data as unknown as Json, observedAt: AT };
}
function unread(kind: keyof typeof kinds, id: string): EvidenceItem {
  return { kind, subject: { type: "object", id, label: id }, data: null, observedAt: AT, gap: "403 Forbidden" };
}

const defaults = (isEnabled: boolean) => itemOf("ms.security_defaults", "tenant", { isEnabled });
/** A policy that asks everybody for MFA everywhere, as Graph answers one; `data` says otherwise. */
export const everywhere: Data<"ms.ca_policy"> = {
  state: "enabled",
  users: { include: ["All"], exclude: [] },
  applications: { include: ["All"], exclude: [] },
  userActions: [],
  authenticationContexts: [],
  applicationFilter: null,
  clientAppTypes: ["all"],
  platforms: null,
  locations: null,
  signInRisk: [],
  userRisk: [],
  servicePrincipalRisk: null,
  insiderRisk: null,
  agentRisk: null,
  deviceFilter: null,
  deviceStates: null,
  authenticationFlows: null,
  workloads: null,
  times: null,
  grant: { operator: "OR", controls: ["mfa"], customFactors: [], termsOfUse: [], strength: null },
  unfamiliar: [],
};
const block = { ...everywhere.grant!, controls: ["block"] };
const policy = (data: Partial<Data<"ms.ca_policy">>) => itemOf("ms.ca_policy", "policy", { ...everywhere, ...data });
const user = (id: string, data: Partial<Data<"ms.user">>) =>
  itemOf("ms.user", id, {
    userType: "Member",
    accountEnabled: true,
    onPremisesSyncEnabled: false,
    createdOn: LONG_AGO,
    lastSignInOn: RECENT,
    ...data,
  });
const registration = (data: Partial<Data<"ms.registration">>) =>
  itemOf("ms.registration", "ana@example.com", {
    userType: "member",
    isAdmin: true,
    isMfaRegistered: true,
    isMfaCapable: true,
    ...data,
  });
const unsaid = { userType: "member", isAdmin: true };
const GLOBAL = "62e90394-69f5-4237-9190-012177145e10";
const admin = (id: string, type = "user", held: "active" | "eligible" = "active", templateId = GLOBAL) =>
  itemOf("ms.administrator", id, { type, roles: [{ templateId, held }] });
const consent = (data: Partial<NonNullable<Data<"ms.consent_policy">["includes"]>[number]>) =>
  itemOf("ms.consent_policy", "own", {
    policyId: "own",
    includes: [
      {
        permissionType: "delegated",
        permissionClassification: "low",
        clientApplicationIds: ["all"],
        clientApplicationTenantIds: ["all"],
        clientApplicationsFromVerifiedPublisherOnly: true,
        ...data,
      },
    ],
  });
const rules = (data: Data<"ms.authorization_policy">) => itemOf("ms.authorization_policy", "tenant", data);
const app = (startsOn: string | null, endsOn: string | null) =>
  itemOf("ms.application", "app", { secrets: [{ startsOn, endsOn }] });
const risk = (riskLevel: string, riskState: string, updatedOn: string | null) =>
  itemOf("ms.risky_user", "ana@example.com", { riskLevel, riskState, updatedOn });
const device = (complianceState: string, isEncrypted?: boolean) =>
  itemOf("ms.device", "laptop", {
    complianceState,
    operatingSystem: "Windows",
    serialNumber: "5CG1234",
    userId: "ann",
    lastSyncOn: "2026-11-20",
    ...(isEncrypted !== undefined && { isEncrypted }),
  });
const unlicensed = (feature: string) => [itemOf("ms.unlicensed", "tenant", { feature })];
const { lastSignInOn: _, ...undated } = user("x", {}).data as Data<"ms.user">;

export const fixtures: Readonly<Record<string, CheckFixtures>> = {
  "ms.ca.mfa-all": {
    pass: [defaults(false), policy({})],
    fail: [defaults(false), policy({ state: "enabledForReportingButNotEnforced" })],
    unknown: [unread("ms.security_defaults", "tenant")],
  },
  "ms.user.mfa-registered": {
    pass: [registration({}), user("ana@example.com", {})],
    fail: [registration({ isMfaRegistered: false })],
    unknown: [itemOf("ms.registration", "ana@example.com", unsaid)],
    notApplicable: [registration({ userType: "guest" })],
  },
  "ms.admin.mfa-capable": {
    pass: [registration({})],
    fail: [registration({ isMfaCapable: false })],
    unknown: [itemOf("ms.registration", "ana@example.com", unsaid)],
    notApplicable: [registration({ isAdmin: false })],
  },
  "ms.ca.legacy-blocked": {
    pass: [defaults(false), policy({ clientAppTypes: ["exchangeActiveSync", "other"], grant: block })],
    fail: [defaults(false), ...unlicensed("conditional access")],
    unknown: [unread("ms.security_defaults", "tenant")],
  },
  "ms.admin.global-count": {
    pass: [admin("ana"), admin("ben", "user", "eligible")],
    fail: [admin("ana")],
    unknown: [admin("ana"), unread("ms.administrator", "another")],
  },
  "ms.admin.cloud-only": {
    pass: [admin("ana"), user("ana", {})],
    fail: [admin("ana"), user("ana", { onPremisesSyncEnabled: true })],
    unknown: [admin("ana"), unread("ms.user", "ana")],
    notApplicable: [admin("app", "servicePrincipal"), user("ana", {})],
  },
  "ms.policy.guest-invite": {
    pass: [rules({ allowInvitesFrom: "adminsAndGuestInviters" })],
    fail: [rules({ allowInvitesFrom: "everyone" })],
    unknown: [rules({})],
  },
  "ms.policy.user-consent": {
    pass: [
      rules({
        permissionGrantPolicies: [
          "ManagePermissionGrantsForSelf.microsoft-user-default-low",
          "ManagePermissionGrantsForSelf.own",
        ],
      }),
      consent({}),
    ],
    fail: [
      rules({ permissionGrantPolicies: ["ManagePermissionGrantsForSelf.own"] }),
      consent({ permissionClassification: "all" }),
    ],
    unknown: [rules({})],
  },
  "ms.user.inactive": {
    pass: [user("ana", {}), user("ben", { accountEnabled: false, lastSignInOn: LONG_AGO })],
    fail: [user("ana", { lastSignInOn: LONG_AGO })],
    unknown: [itemOf("ms.user", "ana", undated)],
    notApplicable: [user("guest", { userType: "Guest" })],
  },
  "ms.guest.inactive": {
    pass: [user("guest", { userType: "Guest" })],
    fail: [user("guest", { userType: "Guest", lastSignInOn: null })],
    unknown: [itemOf("ms.user", "guest", { ...undated, userType: "Guest" })],
    notApplicable: [user("ana", {})],
  },
  "ms.app.secret-expiry": {
    pass: [app("2026-10-01", "2027-01-01")],
    fail: [app("2026-10-01", "2028-10-01")],
    unknown: [app(null, "2027-01-01")],
    notApplicable: [itemOf("ms.application", "app", { secrets: [] })],
  },
  "ms.risk.users": {
    pass: [risk("high", "remediated", LONG_AGO), risk("low", "atRisk", LONG_AGO)],
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
  "ms.device.encrypted": {
    pass: [device("noncompliant", true)],
    fail: [device("compliant", false)],
    unknown: [device("compliant")],
    notApplicable: unlicensed("managed devices"),
  },
  "ms.audit.flowing": {
    pass: [itemOf("ms.audit", "tenant", { found: true, newestOn: "2026-11-21" })],
    fail: [itemOf("ms.audit", "tenant", { found: false, newestOn: null }), user("new", { createdOn: "2026-11-21" })],
    unknown: [itemOf("ms.audit", "tenant", { found: false, newestOn: null })],
  },
};
