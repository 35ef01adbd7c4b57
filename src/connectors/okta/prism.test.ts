import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Described, Row } from "#tests/support/peers/described.ts";
import { denied, each, none, set, startDescribed, without } from "#tests/support/peers/described.ts";
import { okta } from "./index.ts";

// Okta's own OpenAPI description (2026.06), served by Prism: are the questions right, and are its answers read as it means them?

/** Not among the 23 described paths that we have: nobody on this machine confirms them. */
const undescribed = [/^\/api\/v1\/users\/me$/, /^\/api\/v1\/apps\/[^/]+\/grants$/];

type Body = any;
const users = /^\/api\/v1\/users\?limit=200$/;
const gone = /^\/api\/v1\/users\?limit=200&search=/;
const factors = /\/factors$/;
const assignees = /\/iam\/assignees\/users/;
const roles = /\/users\/[^/]+\/roles$/;
const passwords = /policies\?type=PASSWORD/;
const rules = /\/policies\/[^/]+\/rules/;
const consoleApp = /^\/api\/v1\/apps\?filter=name/;
const consoleSettings = /\/first-party-app-settings\/admin-console$/;
const tokens = /\/api-tokens$/;
const streams = /\/logStreams/;
const support = /\/oktaSupport$/;
const assigned = /^\/api\/v1\/apps\/[^/]+\/users/;

const sessionRule = (signon: object, session: object = {}) =>
  [
    rules,
    (body: Body) => [
      {
        ...body[0],
        type: "SIGN_ON",
        actions: {
          signon: {
            access: "ALLOW",
            requireFactor: false,
            ...signon,
            session: {
              maxSessionIdleMinutes: 60,
              maxSessionLifetimeMinutes: 720,
              usePersistentCookie: false,
              ...session,
            },
          },
        },
      },
    ],
  ] as const;
/** Both kinds of policy answer with the same example; a rule for both. */
const rulesFor = (requireFactor: boolean, factorMode: string) =>
  [
    rules,
    (body: Body) => [
      {
        ...body[0],
        type: "ACCESS_POLICY",
        actions: {
          signon: { access: "ALLOW", requireFactor },
          appSignOn: { access: "ALLOW", verificationMethod: { type: "ASSURANCE", factorMode } },
        },
      },
    ],
  ] as const;
const password = (complexity: object, lockout: object, historyCount = 4) =>
  [
    passwords,
    (body: Body) => [
      {
        ...body[0],
        settings: { ...body[0].settings, password: { complexity, lockout, age: { historyCount } } },
      },
    ],
  ] as const;
const theConsole = (policy: string) =>
  [
    consoleApp,
    (body: Body) => [
      {
        ...body[0],
        name: "saasure",
        label: "Okta Admin Console",
        _links: {
          ...body[0]._links,
          accessPolicy: { href: `https://hollis-marsh.okta.com/api/v1/policies/${policy}` },
        },
      },
    ],
  ] as const;
const superAdmins = (...through: string[]) =>
  [
    roles,
    (body: Body) => through.map((assignmentType) => ({ ...body[0], type: "SUPER_ADMIN", assignmentType })),
  ] as const;
const good = { minLength: 12, dictionary: { common: { exclude: true } } };

const table: readonly Row[] = [
  ["okta.session.mfa", "pass", [rulesFor(true, "1FA")]],
  ["okta.session.mfa", "pass", [rulesFor(false, "2FA")]],
  ["okta.session.mfa", "fail", [rulesFor(false, "1FA")]],
  ["okta.session.mfa", "unknown", [[rules, denied]]],
  ["okta.admin-console.mfa", "pass", [theConsole("policyId"), rulesFor(false, "2FA")]],
  ["okta.admin-console.mfa", "fail", [theConsole("policyId"), rulesFor(false, "1FA")]],
  ["okta.admin-console.mfa", "unknown", [[consoleApp, none]]],
  ["okta.admin-console.mfa", "unknown", [[consoleApp, denied]]],
  ["okta.session.idle", "pass", [sessionRule({})]],
  ["okta.session.idle", "fail", [sessionRule({}, { maxSessionIdleMinutes: 240 })]],
  ["okta.session.idle", "fail", [sessionRule({}, { usePersistentCookie: true })]],
  ["okta.session.lifetime", "fail", [sessionRule({}, { maxSessionLifetimeMinutes: 0 })]],
  ["okta.session.lifetime", "pass", [sessionRule({})]],
  [
    "okta.admin-console.lifetime",
    "pass",
    [theConsole("policyId"), [consoleSettings, set({ sessionMaxLifetimeMinutes: 720 })]],
  ],
  ["okta.admin-console.lifetime", "unknown", [theConsole("policyId"), [consoleSettings, denied]]],
  ["okta.password.policy", "pass", [password(good, { maxAttempts: 10 })]],
  ["okta.password.policy", "fail", [password({ ...good, minLength: 8 }, { maxAttempts: 10 })]],
  ["okta.password.policy", "unknown", [password({ minLength: 12 }, { maxAttempts: 10 })]],
  ["okta.password.length", "pass", [password({ minLength: 14 }, {})]],
  ["okta.password.history", "fail", [password(good, {}, 3)]],
  ["okta.password.lockout", "pass", [password({ minLength: 14 }, { maxAttempts: 5, autoUnlockMinutes: 0 })]],
  ["okta.password.lockout", "fail", [password(good, { maxAttempts: 5, autoUnlockMinutes: 15 })]],
  ["okta.password.lockout", "unknown", [[passwords, denied]]],
  ["okta.user.inactive", "fail", [[users, each({ lastLogin: "2026-08-01T10:00:00.000Z" })]]],
  ["okta.user.inactive", "pass", [[users, each({ lastLogin: "2026-11-20T10:00:00.000Z" })]]],
  ["okta.user.inactive", "not applicable", [[users, each({ status: "SUSPENDED" })]]],
  ["okta.user.inactive", "unknown", [[users, denied]]],
  ["okta.user.gone-assigned", "pass", []],
  [
    "okta.user.gone-assigned",
    "fail",
    [
      [gone, each({ id: "00ugone", status: "DEPROVISIONED" })],
      [assigned, each({ id: "00ugone", status: "ACTIVE" })],
    ],
  ],
  ["okta.user.gone-assigned", "unknown", [[assigned, denied]]],
  ["okta.user.factors", "pass", [[factors, each({ status: "ACTIVE" })]]],
  ["okta.user.factors", "fail", [[factors, none]]],
  ["okta.user.factors", "fail", [[factors, each({ status: "PENDING_ACTIVATION" })]]],
  ["okta.user.factors", "unknown", [[factors, denied]]],
  ["okta.admin.super-count", "pass", [superAdmins("USER")]],
  ["okta.admin.super-count", "fail", [superAdmins("GROUP")]],
  ["okta.admin.super-count", "unknown", [[roles, denied]]],
  ["okta.admin.super-count", "unknown", [[assignees, set({ value: [] })]]],
  ["okta.token.scoped", "fail", [[tokens, each({ network: { connection: "ANYWHERE" } })]]],
  ["okta.token.scoped", "pass", [[tokens, each({ network: { connection: "ZONE", include: ["nzo1"] } })]]],
  ["okta.token.scoped", "not applicable", [[tokens, none]]],
  ["okta.token.scoped", "unknown", [[tokens, (body) => body.map(without("network"))]]],
  ["okta.log.stream", "pass", []],
  ["okta.log.stream", "fail", [[streams, each({ status: "INACTIVE" })]]],
  ["okta.log.stream", "unknown", [[streams, denied]]],
  ["okta.support-access", "pass", [[support, set({ support: "DISABLED" })]]],
  ["okta.support-access", "fail", [[support, set({ support: "ENABLED", expiration: "2026-12-01T10:00:00.000Z" })]]],
  ["okta.support-access", "unknown", [[support, denied]]],
];

describe("on Okta's own description", () => {
  let described: Described;
  beforeAll(async () => {
    described = await startDescribed(okta, {
      slice: "okta",
      endpoints: ["org"],
      headers: { authorization: "SSWS anything" },
      typed: { domain: "hollis-marsh.okta.com", clientId: "0oa1b2c3d4e5f6g7h8i9" },
      // The example names a next page, which would be the same one again.
      always: [[assignees, (body) => ({ ...body, _links: {} })]],
      now: new Date("2026-11-21T10:00:00Z"),
    });
  });
  afterAll(async () => described?.close());

  test.each(["service-app", "token"])("is asked every planned question in its words, by %s", async (method) => {
    const { sent, steps } = await described.run(method, [theConsole("policyId")]);
    const paths = new Set(sent.map(({ path }) => path.replace(/0[a-z0-9]{2}[A-Za-z0-9]{17}/, "{id}")));
    for (const path of [
      "/api/v1/org",
      "/api/v1/users",
      "/api/v1/users/{id}/factors",
      "/api/v1/users/{id}/roles",
      "/api/v1/iam/assignees/users",
      "/api/v1/policies",
      "/api/v1/policies/policyId/rules",
      "/api/v1/apps",
      "/api/v1/apps/{id}/users",
      "/api/v1/first-party-app-settings/admin-console",
      "/api/v1/api-tokens",
      "/api/v1/logStreams",
      "/api/v1/org/privacy/oktaSupport",
    ])
      expect(paths).toContain(path);
    const refused = sent.filter(({ status }) => status >= 400).map(({ path }) => path);
    expect(refused.filter((path) => !undescribed.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(steps.filter(({ status }) => status !== "complete")).toEqual([]);
  });

  test.each(table)("%s comes out as %s", async (check, outcome, changes) => {
    expect((await described.run("token", changes)).check(check)).toMatchObject({ outcome });
  });
});
