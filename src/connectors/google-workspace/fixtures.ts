import type { CheckFixtures } from "../check.ts";
import type { EvidenceItem } from "../connector.ts";
import { item } from "./google.ts";
import type { Data } from "./kinds.ts";

/** Made up, in the shape that steps yield; judged at noon of 21 November 2026. */
const AT = "2026-11-21T12:00:00.000Z";
const [RECENT, LONG_AGO] = ["2026-11-01", "2026-01-01"];

const user = (id: string, data: Partial<Data<"gws.user">>) =>
  item(
    "gws.user",
    { type: "user", id, label: `${id}@example.com` },
    {
      isAdmin: true,
      suspended: false,
      archived: false,
      isEnrolledIn2Sv: true,
      isEnforcedIn2Sv: true,
      createdOn: LONG_AGO,
      lastLoginOn: RECENT,
      ...data,
    },
    AT,
  );
const bare = (id: string) =>
  item(
    "gws.user",
    { type: "user", id, label: id },
    { isAdmin: true, suspended: false, archived: false, createdOn: LONG_AGO },
    AT,
  );
const role = (assignedTo: string) =>
  item(
    "gws.role_assignment",
    { type: "role assignment", id: "r1", label: "r1" },
    { assignedTo, assigneeType: "user", roleId: "1" },
    AT,
  );
const policy = (setting: string, value: Data<"gws.policy">["value"]) =>
  item(
    "gws.policy",
    { type: "organizational unit", id: `${setting}@orgUnits/1`, label: "the whole company" },
    { setting, root: true, value },
    AT,
  );
const app = (scopes: string[]) =>
  item("gws.app_grant", { type: "app", id: "client", label: "An app" }, { clientId: "client", people: 2, scopes }, AT);
const blocked = policy("api_controls.unconfigured_third_party_apps", { accessLevel: "BLOCK_ALL_SCOPES" });
const unread = (kind: string): EvidenceItem => ({
  kind,
  subject: { type: "object", id: "one", label: "one" },
  data: null,
  observedAt: AT,
  gap: "403 Forbidden",
});

/** Fixtures of a check over one setting: unknown where Google answers nothing of it. */
const setting = (
  name: string,
  pass: Data<"gws.policy">["value"],
  fail: Data<"gws.policy">["value"],
): CheckFixtures => ({
  pass: [policy(name, pass)],
  fail: [policy(name, fail)],
  unknown: [policy(name, {})],
});

export const fixtures: Readonly<Record<string, CheckFixtures>> = {
  "gws.user.2sv-enrolled": {
    pass: [user("ana", {}), user("ben", { suspended: true, isEnrolledIn2Sv: false })],
    fail: [user("ana", { isEnrolledIn2Sv: false })],
    unknown: [bare("ana")],
    notApplicable: [user("ben", { archived: true })],
  },
  "gws.admin.2sv-enforced": {
    pass: [user("ana", {})],
    fail: [user("ana", { isEnforcedIn2Sv: false })],
    unknown: [bare("ana")],
    notApplicable: [user("ana", { isAdmin: false })],
  },
  "gws.admin.count": {
    pass: [user("ana", {}), user("ben", {})],
    fail: [user("ana", {})],
    unknown: [user("ana", {}), unread("gws.user")],
  },
  "gws.admin.suspended-role": {
    pass: [user("ana", {}), role("ana")],
    fail: [user("ana", { suspended: true }), role("ana")],
    unknown: [user("ana", {}), role("nobody")],
    notApplicable: [user("ana", {})],
  },
  "gws.user.inactive": {
    pass: [user("ana", {})],
    fail: [user("ana", { lastLoginOn: null })],
    unknown: [bare("ana")],
  },
  "gws.token.broad-apps": {
    pass: [app(["https://www.googleapis.com/auth/drive.file"]), blocked],
    fail: [app(["https://mail.google.com/"]), blocked],
    unknown: [unread("gws.app_grant"), blocked],
  },
  "gws.policy.2sv-enforced": setting(
    "security.two_step_verification_enforcement",
    { enforcedFrom: "2024-05-01T00:00:00Z" },
    { enforcedFrom: "1970-01-01T00:00:00Z" },
  ),
  "gws.policy.password": setting(
    "security.password",
    { minimumLength: 12, allowedStrength: "STRONG", allowReuse: false },
    { minimumLength: 8, allowedStrength: "STRONG", allowReuse: false },
  ),
  "gws.policy.password-length": setting("security.password", { minimumLength: 12 }, { minimumLength: 8 }),
  "gws.policy.password-reuse": setting("security.password", { allowReuse: false }, { allowReuse: true }),
  "gws.policy.admin-session": setting(
    "security.session_controls",
    { webSessionDuration: "43200s" },
    { webSessionDuration: "72000s" },
  ),
  "gws.policy.session": setting(
    "security.session_controls",
    { webSessionDuration: "43200s" },
    { webSessionDuration: "1209600s" },
  ),
  "gws.policy.admin-recovery": setting(
    "security.super_admin_account_recovery",
    { enableAccountRecovery: false },
    { enableAccountRecovery: true },
  ),
  "gws.policy.drive-sharing": setting(
    "drive_and_docs.external_sharing",
    { externalSharingMode: "ALLOWLISTED_DOMAINS" },
    { externalSharingMode: "ALLOWED" },
  ),
  "gws.policy.auto-forward": setting(
    "gmail.auto_forwarding",
    { enableAutoForwarding: false },
    { enableAutoForwarding: true },
  ),
};
