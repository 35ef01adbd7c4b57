import fc from "fast-check";

/** A JSON object as a vendor answers it. */
type Answer = Readonly<Record<string, unknown>>;

/** One sign-in. A set of policies that leaves it out demands nothing of everybody. */
interface SignIn {
  readonly client: string;
  readonly platform: string;
  readonly signInRisk: string;
  readonly userRisk: string;
  /** Which guest comes; undefined for a member. Policies that ask guests alone, and all but guests, leave no one out together. */
  readonly guest: string | undefined;
}

const [USER, GROUP, ROLE, APPLICATION, LOCATION] = [
  "11111111-0000-4000-8000-000000000001",
  "group-of-the-one",
  "role-of-the-one",
  "application-of-the-one",
  "location-of-the-one",
];
const OTHERS = ["22222222-0000-4000-8000-000000000002", "another-1", "another-2"];
const CLIENTS = ["browser", "mobileAppsAndDesktopClients", "exchangeActiveSync", "other"];
const PLATFORMS = ["android", "iOS", "windows", "windowsPhone", "macOS", "linux"];
const RISKS = ["none", "low", "medium", "high"];
const FLOWS = ["deviceCodeFlow", "authenticationTransfer", "deviceCodeFlow,authenticationTransfer"];

const some = (values: readonly string[]) => fc.subarray([...values], { minLength: 1 });
const others = fc.subarray(OTHERS);
const butFor = (values: readonly string[], word: string) => values.filter((value) => value !== word);
const filter = fc.record({ mode: fc.constantFrom("include", "exclude"), rule: fc.string({ minLength: 1 }) });
const GUESTS = ["internalGuest", "b2bCollaborationGuest", "serviceProvider"];
const guestsOf = (types: fc.Arbitrary<string>) =>
  fc.record({
    guestOrExternalUserTypes: types,
    externalTenants: fc.constantFrom(null, { membershipKind: "all" }),
  });

/** Where a change to a policy goes: a path of names, and what stands there then. */
type Change = readonly [path: string, value: unknown];
const at = (path: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<readonly Change[]> =>
  value.map((item) => [[path, item] as const]);
const both = (...parts: readonly fc.Arbitrary<readonly Change[]>[]) =>
  fc.tuple(...parts).map((changes) => changes.flat());

/** Ways to leave one sign-in out: each is enough by itself. */
function narrowings(signIn: SignIn): fc.Arbitrary<readonly Change[]> {
  const { client, platform, signInRisk, userRisk, guest } = signIn;
  const users = (name: string, value: fc.Arbitrary<unknown>) => at(`conditions.users.${name}`, value);
  const applications = (name: string, value: fc.Arbitrary<unknown>) => at(`conditions.applications.${name}`, value);
  const condition = (name: string, value: fc.Arbitrary<unknown>) => at(`conditions.${name}`, value);
  const without = (name: string, values: readonly string[], word: string) =>
    condition(name, some(butFor(values, word)));
  return fc.oneof(
    users(
      "excludeUsers",
      others.map((more) => [...more, USER]),
    ),
    users(
      "excludeGroups",
      others.map((more) => [...more, GROUP]),
    ),
    users(
      "excludeRoles",
      others.map((more) => [...more, ROLE]),
    ),
    guest === undefined
      ? both(
          users("includeUsers", fc.constant([])),
          users("includeGuestsOrExternalUsers", guestsOf(fc.constantFrom(...GUESTS))),
        )
      : users("excludeGuestsOrExternalUsers", guestsOf(fc.constant(guest))),
    both(
      users(
        "includeUsers",
        fc.constantFrom([], ["None"], ...(guest === undefined ? [["GuestsOrExternalUsers"]] : []), [OTHERS[0]]),
      ),
      users("includeGroups", others),
    ),
    both(users("includeUsers", fc.constant([])), users("includeGroups", some(OTHERS))),
    both(users("includeUsers", fc.constant([])), users("includeRoles", some(OTHERS))),
    applications(
      "excludeApplications",
      others.map((more) => [...more, APPLICATION]),
    ),
    applications("includeApplications", fc.oneof(others, fc.constant(["None"]), fc.constant(["Office365"]))),
    applications("applicationFilter", filter),
    both(
      applications("includeApplications", fc.constant([])),
      applications("includeUserActions", some(["urn:user:registersecurityinfo"])),
    ),
    applications("includeAuthenticationContextClassReferences", some(["c1", "c2"])),
    without("clientAppTypes", CLIENTS, client),
    condition(
      "platforms",
      some(butFor(PLATFORMS, platform)).map((includePlatforms) => ({ includePlatforms, excludePlatforms: [] })),
    ),
    condition(
      "platforms",
      fc.subarray(PLATFORMS).map((more) => ({ includePlatforms: ["all"], excludePlatforms: [...more, platform] })),
    ),
    condition(
      "locations",
      fc.constantFrom("AllTrusted", ...OTHERS).map((item) => ({ includeLocations: [item], excludeLocations: [] })),
    ),
    condition(
      "locations",
      others.map((more) => ({ includeLocations: ["All"], excludeLocations: [...more, LOCATION] })),
    ),
    without("signInRiskLevels", RISKS, signInRisk),
    without("userRiskLevels", RISKS, userRisk),
    condition("servicePrincipalRiskLevels", some(RISKS)),
    condition("insiderRiskLevels", fc.constantFrom("minor", "moderate", "elevated", "minor,moderate")),
    condition("agentIdRiskLevels", fc.constantFrom("low", "medium", "high")),
    condition(
      "devices",
      filter.map((deviceFilter) => ({ deviceFilter })),
    ),
    condition("deviceStates", fc.constant({ includeStates: ["All"], excludeStates: ["Compliant"] })),
    condition(
      "authenticationFlows",
      fc.constantFrom(...FLOWS).map((transferMethods) => ({ transferMethods })),
    ),
    condition("clientApplications", fc.constant({ includeServicePrincipals: ["ServicePrincipalsInMyTenant"] })),
    condition("times", fc.constant({ includedRanges: ["weekdays"] })),
    // Something that Graph may say one day, at any place where it could narrow the policy.
    fc
      .tuple(
        fc.constantFrom("", "conditions.", "conditions.users.", "conditions.applications.", "grantControls."),
        fc.stringMatching(/^new[A-Z][a-z]{2,8}$/),
        fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.constant([]), fc.constant({}), some(OTHERS)),
      )
      .map(([place, name, value]) => [[place + name, value] as const]),
    at("state", fc.constantFrom("disabled", "enabledForReportingButNotEnforced", "somethingNew")),
    at("state", fc.constant(undefined)),
  );
}

/** What leaves nobody out, or cannot be seen to: beside a narrowing it changes nothing. */
function harmless({ client, platform, signInRisk, userRisk }: SignIn): fc.Arbitrary<readonly Change[]> {
  const condition = (name: string, value: fc.Arbitrary<unknown>) => at(`conditions.${name}`, value);
  const withOne = (values: readonly string[], word: string) =>
    fc.subarray(butFor(values, word)).map((more) => [...more, word]);
  return fc.oneof(
    condition("platforms", fc.constantFrom(null, { includePlatforms: ["all"], excludePlatforms: [] })),
    condition(
      "platforms",
      withOne(PLATFORMS, platform).map((includePlatforms) => ({ includePlatforms, excludePlatforms: [] })),
    ),
    condition("locations", fc.constantFrom(null, { includeLocations: ["All"], excludeLocations: [] })),
    condition("locations", fc.constant({ includeLocations: [LOCATION], excludeLocations: [] })),
    condition("signInRiskLevels", fc.oneof(fc.constant([]), fc.constant(RISKS), withOne(RISKS, signInRisk))),
    condition("userRiskLevels", fc.oneof(fc.constant([]), fc.constant(RISKS), withOne(RISKS, userRisk))),
    condition("clientAppTypes", fc.oneof(fc.constant(["all"]), fc.constant(CLIENTS), withOne(CLIENTS, client))),
    condition("users.excludeGroups", others),
    condition("users.includeGroups", fc.constantFrom([], [GROUP])),
    condition("applications.excludeApplications", others),
    condition("applications.includeApplications", fc.constant([APPLICATION])),
    at("partialEnablementStrategy", fc.constant(null)),
  );
}

/** Grants that are not what is asked for: of MFA, and of being blocked. */
const weakGrants: fc.Arbitrary<readonly Change[]> = fc.oneof(
  at("grantControls", fc.constant(null)),
  at(
    "grantControls.builtInControls",
    fc.constantFrom(
      [],
      ["compliantDevice"],
      ["mfa", "compliantDevice"],
      ["domainJoinedDevice", "mfa"],
      ["block", "domainJoinedDevice"],
      ["somethingNew"],
      ["mfa", "somethingNew"],
      ["block", "somethingNew"],
    ),
  ),
  at("grantControls.customAuthenticationFactors", some(["factor"])),
  at("grantControls.termsOfUse", some(["terms"])),
  at("grantControls.operator", fc.constantFrom(undefined, "XOR", "")),
  both(
    at("grantControls.builtInControls", fc.constant([])),
    at(
      "grantControls.authenticationStrength",
      fc.oneof(
        fc.constantFrom({ id: "s" }, { id: "s", allowedCombinations: [] }, { id: "s", allowedCombinations: null }),
        fc
          .subarray(["fido2", "password,sms"])
          .chain((more) =>
            fc
              .constantFrom("password", "sms", "somethingNew", "federatedSingleFactor")
              .map((weak) => ({ id: "s", allowedCombinations: [...more, weak] })),
          ),
      ),
    ),
  ),
);

/** A whole policy as Graph answers one, that demands `control` of everybody. */
const whole = (control: string): Answer => ({
  id: "policy",
  displayName: "A policy",
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
    },
    applications: {
      includeApplications: ["All"],
      excludeApplications: [],
      includeUserActions: [],
      includeAuthenticationContextClassReferences: [],
      applicationFilter: null,
    },
    clientAppTypes: ["all"],
    signInRiskLevels: [],
    userRiskLevels: [],
    platforms: null,
    locations: null,
    devices: null,
    clientApplications: null,
  },
  grantControls: {
    operator: "OR",
    builtInControls: [control],
    customAuthenticationFactors: [],
    termsOfUse: [],
    authenticationStrength: null,
  },
});

function changed(object: Answer, [path, value]: Change): Answer {
  const [name, ...rest] = path.split(".") as [string, ...string[]];
  if (rest.length === 0) return { ...object, [name]: value };
  const inner = object[name];
  if (typeof inner !== "object" || inner === null) return object;
  return { ...object, [name]: changed(inner as Answer, [rest.join("."), value]) };
}

/**
 * Conditional access policies as Graph answers them, each of which leaves the same one sign-in out, or does not demand `control`:
 * whatever they come to together, it is not of everybody.
 */
export function narrowedPolicies(control: "mfa" | "block"): fc.Arbitrary<readonly Answer[]> {
  const clients = control === "block" ? CLIENTS.slice(2) : CLIENTS;
  return fc
    .record({
      client: fc.constantFrom(...clients),
      platform: fc.constantFrom(...PLATFORMS),
      signInRisk: fc.constantFrom(...RISKS),
      userRisk: fc.constantFrom(...RISKS),
      guest: fc.constantFrom(undefined, ...GUESTS),
    })
    .chain((signIn) => {
      const reasons = fc.array(
        fc.oneof({ weight: 5, arbitrary: narrowings(signIn) }, { weight: 1, arbitrary: weakGrants }),
        {
          minLength: 1,
          maxLength: 3,
        },
      );
      const policy = fc
        .tuple(fc.array(harmless(signIn), { maxLength: 3 }), reasons)
        // What narrows comes last, so that nothing harmless takes its place.
        .map(([before, last]) => [...before, ...last].flat().reduce(changed, whole(control)));
      return fc.array(policy, { minLength: 1, maxLength: 4 });
    });
}
