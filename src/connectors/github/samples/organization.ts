import type { CheckFixtures } from "../../check.ts";
import { actionsPolicy, collaborator, member, organization, unread } from "./items.ts";

// Every organization has its own settings, members and owners: those checks always apply.

export const organizationFixtures: Readonly<Record<string, CheckFixtures>> = {
  "gh.org.2fa-required": {
    pass: [organization()],
    fail: [organization({ twoFactorRequired: false })],
    unknown: [organization({ twoFactorRequired: null })],
  },
  "gh.org.base-permission": {
    pass: [organization({ basePermission: "none" })],
    fail: [organization({ basePermission: "write" })],
    unknown: [organization({ basePermission: null })],
  },
  "gh.actions.token-readonly": {
    pass: [actionsPolicy()],
    fail: [actionsPolicy({ defaultPermissions: "write", allowedActions: "all" })],
    unknown: [actionsPolicy({ canApprove: null })],
    notApplicable: [actionsPolicy({ enabledRepositories: "none", allowedActions: null })],
  },
  "gh.member.2fa": {
    pass: [organization(), member("ada"), member("grace")],
    fail: [organization({ twoFactorRequired: false }), member("ada"), member("grace", { twoFactor: false })],
    unknown: [organization(), member("ada", { twoFactor: null })],
  },
  "gh.org.owner-count": {
    pass: [organization(), member("ada", { role: "admin" }), member("grace", { role: "admin" }), member("mary")],
    fail: [organization(), member("ada", { role: "admin" }), member("mary")],
    unknown: [organization(), member("mary")],
  },
  "gh.org.outside-collaborators": {
    pass: [collaborator(), collaborator({ login: "Quinn", role: "write", canWrite: true })],
    fail: [collaborator({ role: "write", canWrite: true })],
    unknown: [unread(collaborator())],
    notApplicable: [],
    settings: { approvedCollaborators: ["quinn"] },
  },
};
