import type { CheckFixtures } from "../../check.ts";
import { exceptionFor } from "../../exception-for.ts";
import { actionsPolicy, collaborator, member, organization, repository, unread } from "./items.ts";

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
    pass: [organization(), member("ada", { role: "admin" }), member("grace", { role: "outside collaborator" })],
    fail: [organization(), member("ada", { role: "admin" }), member("grace", { twoFactor: false })],
    unknown: [organization(), member("ada", { role: "admin", twoFactor: null })],
  },
  "gh.org.owner-count": {
    pass: [organization(), member("ada", { role: "admin" }), member("grace", { role: "admin" }), member("mary")],
    fail: [organization(), member("ada", { role: "admin" }), member("mary")],
    unknown: [organization(), member("mary")],
    settings: { maxOwners: 2 },
  },
  "gh.org.outside-collaborators": {
    pass: [
      organization(),
      repository(),
      collaborator(),
      collaborator({ login: "Quinn", role: "write", canWrite: true }),
    ],
    fail: [organization(), repository(), collaborator({ role: "write", canWrite: true })],
    unknown: [organization(), repository(), unread(collaborator())],
    notApplicable: [organization(), repository()],
    exceptions: [exceptionFor("outside-collaborator", "quinn")],
  },
};
