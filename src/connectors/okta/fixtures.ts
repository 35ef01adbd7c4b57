import type { CheckFixtures } from "../check.ts";
import * as made from "./samples/items.ts";

const { user, admin, factors, passwordPolicy, sessionRule, appRule, adminConsole, unread, superAdmin, dayBefore } =
  made;
const helpDesk = { type: "HELP_DESK_ADMIN", via: "USER" };
const deactivated = user("rowan", { status: "DEPROVISIONED", lastLoginOn: "2025-03-01" });

/** Test data of every check, by its id. Every organization has policies, an Admin Console, a log and its support settings. */
export const fixtures: Readonly<Record<string, CheckFixtures>> = {
  "okta.session.mfa": {
    pass: [sessionRule({ requiresFactor: false }), appRule()],
    fail: [sessionRule({ requiresFactor: false }), appRule({ factorMode: "1FA" })],
    unknown: [sessionRule({ requiresFactor: null })],
  },
  "okta.admin-console.mfa": {
    pass: [adminConsole(), appRule(), appRule({ policyId: "rst2", factorMode: "1FA" })],
    fail: [adminConsole(), appRule({ factorMode: "1FA" })],
    // Hidden from the role that we were given.
    unknown: [appRule()],
  },
  "okta.session.idle": {
    pass: [sessionRule({ maxIdleMinutes: 120 })],
    fail: [sessionRule({ maxIdleMinutes: 121 })],
    unknown: [sessionRule({ persistentCookie: null })],
  },
  "okta.session.lifetime": {
    pass: [sessionRule({ maxLifetimeMinutes: 1_440 })],
    fail: [sessionRule({ maxLifetimeMinutes: 0 })],
    unknown: [sessionRule({ maxLifetimeMinutes: null })],
  },
  "okta.admin-console.lifetime": {
    pass: [adminConsole()],
    fail: [adminConsole({ maxLifetimeMinutes: 1_440 })],
    unknown: [adminConsole({ maxLifetimeMinutes: null })],
  },
  "okta.password.policy": {
    pass: [passwordPolicy({ history: 0 })],
    fail: [passwordPolicy({ maxAttempts: 0 })],
    unknown: [passwordPolicy({ refusesCommon: null })],
  },
  "okta.password.length": {
    pass: [passwordPolicy({ history: 0 })],
    fail: [passwordPolicy({ minLength: 11 })],
    unknown: [passwordPolicy({ minLength: null })],
  },
  "okta.password.history": {
    pass: [passwordPolicy({ minLength: 8 })],
    fail: [passwordPolicy({ history: 3 })],
    unknown: [],
  },
  "okta.password.lockout": {
    pass: [passwordPolicy({ refusesCommon: false, autoUnlockMinutes: 0 })],
    fail: [passwordPolicy({ autoUnlockMinutes: 29 })],
    unknown: [passwordPolicy({ maxAttempts: null })],
  },
  "okta.user.inactive": {
    pass: [user("ada"), deactivated],
    fail: [user("ada"), user("grace", { lastLoginOn: dayBefore(91) })],
    unknown: [user("ada", { lastLoginOn: null, createdOn: null })],
    notApplicable: [deactivated],
    settings: { serviceAccounts: ["grace"] },
  },
  "okta.user.gone-assigned": {
    pass: [deactivated, made.app()],
    fail: [deactivated, made.app(), made.goneAssignment()],
    unknown: [unread(made.app())],
    notApplicable: [],
  },
  "okta.user.factors": {
    pass: [user("ada"), factors("ada", ["webauthn"]), deactivated],
    fail: [user("ada"), factors("ada", ["email", "question"])],
    unknown: [user("ada"), unread(factors("ada", []))],
    notApplicable: [deactivated],
  },
  "okta.admin.super-count": {
    pass: [admin("ada", [superAdmin]), admin("grace", [helpDesk])],
    fail: [admin("ada", [superAdmin]), admin("grace", [{ type: "SUPER_ADMIN", via: "GROUP" }])],
    unknown: [admin("ada", [superAdmin]), unread(admin("grace", []))],
  },
  "okta.token.scoped": {
    pass: [admin("ada", [helpDesk]), made.apiToken()],
    fail: [admin("ada", [superAdmin]), made.apiToken()],
    unknown: [unread(admin("ada", [])), made.apiToken()],
    notApplicable: [],
  },
  "okta.log.stream": {
    pass: [made.logStream("ACTIVE")],
    fail: [made.logStream("INACTIVE")],
    unknown: [unread(made.logStream("ACTIVE"))],
  },
  "okta.support-access": {
    pass: [made.support({ access: "ENABLED", until: "2026-11-20T10:00:00.000Z" })],
    fail: [made.support({ access: "ENABLED", until: "2026-11-22T10:00:00.000Z" })],
    unknown: [unread(made.support())],
  },
};
