import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPart } from "#catalog/parts.ts";
import { narrowedPolicies } from "#tests/support/narrowed-policies.ts";
import { readTestJson } from "#tests/support/test-data.ts";
import type { EvidenceItem, Json } from "../connector.ts";
import type { Fields } from "../json-fields.ts";
import { judgeChecks } from "../judge.ts";
import { everywhere, fixtures } from "./fixtures.ts";
import { microsoft365 } from "./index.ts";
import type { Data, kinds } from "./kinds.ts";
import { policyData } from "./steps/policy-item.ts";
import { rounds } from "#tests/support/rounds.ts";

// Nothing passes that a stranger could not re-perform: each false pass that was found, and its siblings.

const now = new Date("2026-11-21T12:00:00.000Z");
const reports = microsoft365.steps.map((step) => ({
  step: step.id,
  status: "complete" as const,
  pages: 1,
  items: 1,
  startedAt: now.toISOString(),
  endedAt: now.toISOString(),
  missing: [],
  detail: "",
}));
const judged = (id: string, items: readonly EvidenceItem[], without?: string) => {
  const steps = reports.map((step) => (step.step === without ? { ...step, status: "denied" as const } : step));
  const settings = microsoft365.manifest.settings.parse({});
  return judgeChecks(microsoft365.checks, { items, steps, settings, now }).find((check) => check.checkId === id)!;
};
function itemOf<K extends keyof typeof kinds>(kind: K, id: string, data: Data<K>): EvidenceItem {
  return {
    kind,
    subject: { type: "object", id, label: id },
    data: data as unknown as Json,
    observedAt: now.toISOString(),
  };
}

/** A policy as Graph answers it, for everybody and everything; the parts of it that are given stand instead. */
function graphPolicy(change: {
  readonly [part in "policy" | "conditions" | "users" | "applications" | "grant"]?: object;
}) {
  const { conditions = {}, users = {}, applications = {}, grant = {}, policy = {} } = change;
  return {
    id: "1",
    displayName: "MFA for everybody",
    state: "enabled",
    sessionControls: null,
    conditions: {
      users: {
        includeUsers: ["All"],
        excludeUsers: [],
        includeGroups: [],
        excludeGroups: [],
        includeRoles: [],
        excludeRoles: [],
        includeGuestsOrExternalUsers: null,
        excludeGuestsOrExternalUsers: null,
        ...users,
      },
      applications: {
        includeApplications: ["All"],
        excludeApplications: [],
        includeUserActions: [],
        includeAuthenticationContextClassReferences: [],
        applicationFilter: null,
        ...applications,
      },
      clientAppTypes: ["all"],
      signInRiskLevels: [],
      userRiskLevels: [],
      platforms: null,
      locations: null,
      devices: null,
      clientApplications: null,
      ...conditions,
    },
    grantControls: {
      operator: "OR",
      builtInControls: ["mfa"],
      customAuthenticationFactors: [],
      termsOfUse: [],
      authenticationStrength: null,
      ...grant,
    },
    ...policy,
  };
}
const withPolicies = (...policies: readonly object[]) => [
  itemOf("ms.security_defaults", "tenant", { isEnabled: false }),
  ...policies.map((policy, at) =>
    itemOf("ms.ca_policy", `policy ${at + 1}`, policyData(policy as Fields) as Data<"ms.ca_policy">),
  ),
];
const mfa = (...policies: readonly object[]) => judged("ms.ca.mfa-all", withPolicies(...policies));
const legacy = (...policies: readonly object[]) => judged("ms.ca.legacy-blocked", withPolicies(...policies));
const BLOCK = { grant: { builtInControls: ["block"] } };
const LEGACY = ["exchangeActiveSync", "other"];

test("a policy that asks everybody for MFA everywhere passes, and so do security defaults", () => {
  expect(mfa(graphPolicy({})).outcome).toBe("pass");
  const on = [itemOf("ms.security_defaults", "tenant", { isEnabled: true })];
  expect([judged("ms.ca.mfa-all", on).outcome, judged("ms.ca.legacy-blocked", on).outcome]).toEqual(["pass", "pass"]);
  const unregistered = itemOf("ms.registration", "ana", { userType: "member", isMfaRegistered: false });
  expect(judged("ms.user.mfa-registered", [...on, unregistered]).outcome).toBe("fail");
});

const strength = (combinations: string[] | undefined) => ({
  grant: {
    builtInControls: [],
    authenticationStrength: { id: "s", ...(combinations && { allowedCombinations: combinations }) },
  },
});

describe("conditional access", () => {
  test.each<[string, Parameters<typeof graphPolicy>[0], string, string]>([
    ["sign-in risk", { conditions: { signInRiskLevels: ["high"] } }, "fail", "only some sign-in risks"],
    [
      "one platform",
      { conditions: { platforms: { includePlatforms: ["iOS"], excludePlatforms: [] } } },
      "fail",
      "only some platforms",
    ],
    [
      "excluded applications",
      { applications: { excludeApplications: ["Office365"] } },
      "fail",
      "all but Office365 of applications",
    ],
    ["excluded groups", { users: { excludeGroups: ["g-1"] } }, "fail", "all but group:g-1 of people"],
    ["excluded roles", { users: { excludeRoles: ["r-1"] } }, "fail", "all but role:r-1 of people"],
    [
      "MFA or a compliant device",
      { grant: { builtInControls: ["mfa", "compliantDevice"] } },
      "fail",
      "none of 1 policies",
    ],
    ["browsers only", { conditions: { clientAppTypes: ["browser"] } }, "fail", "only some kinds of clients"],
    [
      "device-code flow",
      { conditions: { authenticationFlows: { transferMethods: "deviceCodeFlow" } } },
      "fail",
      "only some authentication flows",
    ],
    ["report-only", { policy: { state: "enabledForReportingButNotEnforced" } }, "fail", "only reports or is off"],
    [
      "locations",
      { conditions: { locations: { includeLocations: ["All"], excludeLocations: ["AllTrusted"] } } },
      "fail",
      "all but AllTrusted of locations",
    ],
    [
      "client types",
      { conditions: { clientAppTypes: ["browser", "mobileAppsAndDesktopClients"] } },
      "fail",
      "only some kinds of clients",
    ],
    [
      "guest kinds",
      { users: { excludeGuestsOrExternalUsers: { guestOrExternalUserTypes: "internalGuest" } } },
      "fail",
      "all but guests:",
    ],
    ["a strength of one factor", strength(["password"]), "fail", "none of 1 policies"],
    ["a strength whose combinations were not read", strength(undefined), "unknown", "was not read whole"],
    [
      "a strength with a combination we do not know",
      strength(["fido2", "thoughtReading"]),
      "unknown",
      "was not read whole",
    ],
    ["a strength of nothing", strength([]), "fail", "none of 1 policies"],
    ["user risk", { conditions: { userRiskLevels: ["high"] } }, "fail", "only some user risks"],
    ["insider risk", { conditions: { insiderRiskLevels: "elevated" } }, "fail", "only some insider risks"],
    ["risk of agents", { conditions: { agentIdRiskLevels: "high" } }, "fail", "only some risks of agents"],
    [
      "risk of service principals",
      { conditions: { servicePrincipalRiskLevels: ["high"] } },
      "fail",
      "only some risks of service",
    ],
    [
      "a device filter",
      { conditions: { devices: { deviceFilter: { mode: "include", rule: "x" } } } },
      "fail",
      "only devices of a filter",
    ],
    ["workloads", { conditions: { clientApplications: { includeServicePrincipals: ["a"] } } }, "fail", "only programs"],
    ["times", { conditions: { times: { includedRanges: [], all: false } } }, "fail", "only some times"],
    ["excluded people", { users: { excludeUsers: ["u-1"] } }, "fail", "all but user:u-1 of people"],
    ["one group", { users: { includeUsers: [], includeGroups: ["g-1"] } }, "fail", "only some people"],
    [
      "user actions",
      { applications: { includeApplications: [], includeUserActions: ["urn:user:registerdevice"] } },
      "fail",
      "only some applications",
    ],
    [
      "an authentication context",
      { applications: { includeAuthenticationContextClassReferences: ["c1"] } },
      "fail",
      "only some authentication contexts",
    ],
    [
      "an application filter",
      { applications: { applicationFilter: { mode: "include", rule: "x" } } },
      "fail",
      "only applications of a filter",
    ],
    ["terms of use instead", { grant: { termsOfUse: ["t"] } }, "fail", "none of 1 policies"],
    ["a custom factor instead", { grant: { customAuthenticationFactors: ["c"] } }, "unknown", "was not read whole"],
    ["an operator that we do not know", { grant: { operator: "XOR" } }, "unknown", "was not read whole"],
    [
      "a control that we do not know",
      { grant: { builtInControls: ["mfa", "newThing"] } },
      "unknown",
      "was not read whole",
    ],
    ["no control", { grant: { builtInControls: [] } }, "fail", "none of 1 policies"],
    ["sessions alone", { policy: { grantControls: null } }, "fail", "none of 1 policies"],
    [
      "a condition that we do not know",
      { conditions: { moonPhases: ["full"] } },
      "unknown",
      "conditions we do not know",
    ],
    ["a selector that we do not know", { users: { includeAgents: ["x"] } }, "unknown", "conditions we do not know"],
    [
      "a property that we do not know",
      { policy: { partialEnablementStrategy: { percent: 3 } } },
      "unknown",
      "conditions we do not know",
    ],
    ["a state that we do not know", { policy: { state: "sometimes" } }, "unknown", "was not read whole"],
    ["a list that was not answered", { users: { excludeRoles: undefined } }, "unknown", "people (not known)"],
  ])("G6: narrowed by %s asks not everybody for MFA", (_, change, outcome, because) => {
    const result = mfa(graphPolicy(change));
    expect(result.outcome).toBe(outcome);
    expect(result.observations[0]!.observed).toContain(because);
  });

  test("G6: MFA beside another control, under AND, is asked of everybody; null of what we do not know is nothing", () => {
    const both = graphPolicy({
      grant: { operator: "AND", builtInControls: ["compliantDevice", "mfa"], customAuthenticationFactors: ["c"] },
    });
    expect(mfa(both).outcome).toBe("pass");
    expect(mfa(graphPolicy({ conditions: { moonPhases: null } })).outcome).toBe("pass");
    expect(mfa(graphPolicy(strength(["fido2", "password,sms"]))).outcome).toBe("pass");
  });

  const guests = (...includeGroups: string[]) => graphPolicy({ users: { includeUsers: [], includeGroups } });
  const butGroups = (...excludeGroups: string[]) => graphPolicy({ users: { excludeGroups } });
  const onPlatforms = (includePlatforms: string[], excludePlatforms: string[] = []) =>
    graphPolicy({ conditions: { platforms: { includePlatforms, excludePlatforms } } });
  const butApplications = graphPolicy({ applications: { excludeApplications: ["a"] } });

  test("G6: policies combine along one condition, and of two it is not known", () => {
    expect(mfa(butGroups("g-1"), guests("g-1")).outcome).toBe("pass");
    expect(mfa(butGroups("g-1", "g-2"), guests("g-1")).outcome).toBe("fail");
    const butOne = graphPolicy({ users: { includeUsers: [], includeGroups: ["g-1"], excludeUsers: ["u-1"] } });
    expect(mfa(butGroups("g-1"), butOne).outcome).toBe("fail");
    expect(mfa(onPlatforms(["all"], ["iOS"]), onPlatforms(["iOS"])).outcome).toBe("pass");
    expect(mfa(onPlatforms(["iOS"]), onPlatforms(["windows", "macOS", "linux", "android"])).outcome).toBe("fail");
    const browsers = graphPolicy({ conditions: { clientAppTypes: ["browser"] } });
    const others = graphPolicy({ conditions: { clientAppTypes: ["mobileAppsAndDesktopClients", ...LEGACY] } });
    expect(mfa(browsers, others).outcome).toBe("pass");
    expect(mfa(butGroups("g-1"), butApplications).outcome).toBe("fail");
    const rest = graphPolicy({
      users: { includeUsers: [], includeGroups: ["g-1"] },
      applications: { includeApplications: ["a"] },
    });
    expect(mfa(butGroups("g-1"), butApplications, rest).outcome).toBe("unknown");
    expect(mfa(rest).outcome).toBe("fail");
  });

  test("G6: a policy that cannot be read whole, or a list of policies, passes nothing", () => {
    const whole = withPolicies(graphPolicy({ users: { excludeGroups: ["g-1"] } }));
    expect(judged("ms.ca.mfa-all", whole, "conditional-access").outcome).not.toBe("pass");
    expect(judged("ms.ca.mfa-all", withPolicies(graphPolicy({})), "conditional-access").outcome).toBe("unknown");
  });

  test("G7: legacy authentication blocked on one platform, or of one kind, is not blocked", () => {
    const blocked = (conditions: object) =>
      legacy(graphPolicy({ ...BLOCK, conditions: { clientAppTypes: LEGACY, ...conditions } }));
    expect(blocked({}).outcome).toBe("pass");
    expect(blocked({ platforms: { includePlatforms: ["windows"], excludePlatforms: [] } }).outcome).toBe("fail");
    expect(blocked({ clientAppTypes: ["other"] }).outcome).toBe("fail");
    expect(blocked({ locations: { includeLocations: ["x"], excludeLocations: [] } }).outcome).toBe("fail");
    expect(legacy(graphPolicy({ ...BLOCK, users: { excludeUsers: ["u-1"] } })).outcome).toBe("fail");
    expect(legacy(graphPolicy({ conditions: { clientAppTypes: LEGACY } })).outcome).toBe("fail");
  });
});

describe("administrators", () => {
  const GLOBAL = "62e90394-69f5-4237-9190-012177145e10";
  const holder = (id: string, type: string, held: "active" | "eligible" = "active") =>
    itemOf("ms.administrator", id, { type, roles: [{ templateId: GLOBAL, held }] });
  const count = (...holders: readonly EvidenceItem[]) => judged("ms.admin.global-count", holders).outcome;

  test("G8: a group is not one administrator, nor a program a person, and who may take the role on counts", () => {
    expect(count(holder("a", "user"), holder("g", "group"))).toBe("unknown");
    expect(count(holder("a", "user"), holder("b", "user"), holder("g", "group"))).toBe("unknown");
    expect(count(holder("a", "user"), holder("p", "servicePrincipal"))).toBe("fail");
    expect(count(holder("a", "user"), holder("b", "user", "eligible"))).toBe("pass");
    const eligible = ["c", "d", "e"].map((id) => holder(id, "user", "eligible"));
    expect(count(holder("a", "user"), holder("b", "user"), ...eligible)).toBe("fail");
    expect(count(holder("a", "user"), holder("b", "user"), holder("c", "newKind"))).toBe("unknown");
    expect(judged("ms.admin.global-count", [holder("a", "user"), holder("b", "user")], "administrators").outcome).toBe(
      "unknown",
    );
  });

  const consent = (assigned: readonly string[], own: Data<"ms.consent_policy">["includes"], without?: string) =>
    judged(
      "ms.policy.user-consent",
      [
        itemOf("ms.authorization_policy", "tenant", { permissionGrantPolicies: [...assigned] }),
        itemOf("ms.consent_policy", "own", { policyId: "own", ...(own && { includes: own }) }),
      ],
      without,
    ).outcome;
  const everything = {
    permissionType: "delegated",
    permissionClassification: "all",
    clientApplicationIds: ["all"],
    clientApplicationTenantIds: ["all"],
    clientApplicationsFromVerifiedPublisherOnly: false,
  };
  const low = { ...everything, permissionClassification: "low" };
  const verified = { clientApplicationsFromVerifiedPublisherOnly: true };

  test("G9: a consent policy of the company's own is judged by its conditions", () => {
    const own = ["ManagePermissionGrantsForSelf.own"];
    expect(consent(own, [everything])).toBe("fail");
    expect(consent(own, [low])).toBe("fail");
    expect(consent(own, [{ ...everything, ...verified }])).toBe("fail");
    expect(consent(own, [{ ...low, ...verified }])).toBe("pass");
    expect(consent(own, [{ ...low, clientApplicationTenantIds: ["11111111-1111-4111-8111-111111111111"] }])).toBe(
      "pass",
    );
    expect(consent(own, [{ ...low, ...verified }, everything])).toBe("fail");
    expect(consent(own, [{ ...low, ...verified, permissionType: "somethingNew" }])).toBe("unknown");
    expect(consent(own, undefined)).toBe("unknown");
    expect(consent(own, [{ ...low, ...verified }], "consent-policies")).toBe("pass");
    expect(consent(["ManagePermissionGrantsForSelf.another"], [{ ...low, ...verified }], "consent-policies")).toBe(
      "unknown",
    );
    expect(consent(["ManagePermissionGrantsForSomethingNew.x"], [])).toBe("unknown");
    expect(consent([], [everything])).toBe("pass");
  });
});

test("G18: no check of Microsoft 365 answers more than the parts that it reads", () => {
  const answers = Object.fromEntries(microsoft365.checks.map((check) => [check.id, check.answers]));
  expect(answers).toEqual({
    "ms.ca.mfa-all": ["auth.mfa-enforced/policy"],
    "ms.user.mfa-registered": ["auth.mfa-enforced/enrolled"],
    "ms.admin.mfa-capable": [],
    "ms.ca.legacy-blocked": ["auth.mfa-enforced/legacy"],
    "ms.admin.global-count": [],
    "ms.admin.cloud-only": [],
    "ms.policy.guest-invite": [],
    "ms.policy.user-consent": [],
    "ms.user.inactive": ["accounts.inactive-disabled/accounts"],
    "ms.guest.inactive": ["accounts.inactive-disabled/accounts"],
    "ms.app.secret-expiry": [],
    "ms.risk.users": [],
    "ms.device.compliant": [],
    "ms.device.encrypted": [],
    "ms.audit.flowing": [],
  });
  for (const { answers: parts } of microsoft365.checks) expect(parts.filter((part) => !isPart(part))).toEqual([]);
});

test("an enabled member whom the report leaves out is not known to be registered", () => {
  const user = itemOf("ms.user", "ben", { userType: "Member", accountEnabled: true, createdOn: null });
  const ana = itemOf("ms.registration", "ana", { userType: "member", isMfaRegistered: true });
  expect(judged("ms.user.mfa-registered", [ana]).outcome).toBe("pass");
  expect(judged("ms.user.mfa-registered", [ana, user]).outcome).toBe("unknown");
  const unlicensed = itemOf("ms.unlicensed", "tenant", { feature: "the report of registrations" });
  expect(judged("ms.user.mfa-registered", [unlicensed]).outcome).toBe("unknown");
  expect(judged("ms.admin.mfa-capable", [unlicensed]).outcome).toBe("unknown");
});

/** PowerShell's names of Graph's properties, as Graph writes them. */
const camel = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(camel);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name[0]!.toLowerCase() + name.slice(1), camel(inner)]),
  );
};

describe("beside ScubaGear, on the tenant that it exported", () => {
  const policies = camel(readTestJson<Json>("microsoft-365/conditional-access-policies.json")) as unknown as object[];

  /** What its rules for Entra ID say of these policies, read from the policies' own names, which begin with the rule. */
  test("says of MFA for all (MS.AAD.3.2) and legacy clients (MS.AAD.1.1) what it says", () => {
    expect([mfa(...policies).outcome, legacy(...policies).outcome]).toEqual(["pass", "pass"]);
  });

  // Its rules read who, which applications and the state, and what is excluded only beside its own list of exclusions.
  test.each([
    [
      "MS.AAD.3.2 looks at no platform",
      { conditions: { platforms: { includePlatforms: ["iOS"], excludePlatforms: [] } } },
    ],
    [
      "MS.AAD.3.2 looks at no location",
      { conditions: { locations: { includeLocations: ["x"], excludeLocations: [] } } },
    ],
    ["MS.AAD.3.2 looks at no risk", { conditions: { signInRiskLevels: ["high"] } }],
  ])("differs where it reads less: %s", (_, change) => expect(mfa(graphPolicy(change)).outcome).toBe("fail"));
});

test("the fixture's policy is the one that Graph's answer becomes", () => {
  expect(policyData(graphPolicy({}) as Fields)).toEqual(everywhere);
  expect(Object.keys(fixtures)).toEqual(expect.arrayContaining(microsoft365.checks.map(({ id }) => id)));
});

test.each([
  ["mfa", mfa],
  ["block", legacy],
] as const)("G6, G7: no policies that leave the same sign-in out, made at random, pass: %s", (control, judge) => {
  fc.assert(
    fc.property(narrowedPolicies(control), (policies) => judge(...policies).outcome !== "pass"),
    { numRuns: rounds(100, 1_000) },
  );
});
