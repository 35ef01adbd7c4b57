import fc from "fast-check";

/** A policy as Google's Policy API answers it. */
export type GooglePolicy = Readonly<Record<string, unknown>>;

/** One setting, the field that decides, values that a check takes, and values that it must not take. */
interface Setting {
  readonly type: string;
  readonly good: Readonly<Record<string, unknown>>;
  readonly bad: fc.Arbitrary<Readonly<Record<string, unknown>>>;
}

const DAY = 24 * 3_600;
/** A value that is not told, or is nothing that Google documents. */
const odd = fc.oneof(
  fc.constantFrom(undefined, null, "", "UNSPECIFIED", [], {}),
  fc.stringMatching(/^[A-Z]{3,8}_[A-Z]{3,8}$/),
);
const field = (name: string, ...values: readonly fc.Arbitrary<unknown>[]) =>
  fc.oneof(odd, ...values).map((value) => ({ [name]: value }));
const session = (longest: number) =>
  field(
    "webSessionDuration",
    fc.integer({ min: longest + 1, max: 60 * DAY }).map((seconds) => `${seconds}s`),
    fc
      .integer({ min: 1, max: longest })
      .chain((count) => fc.constantFrom(count, `${count}m`, `${count}h`, `${count}`, `-${count}s`)),
    fc.constantFrom("0s", "s", "1e9s"),
  );
const boolean = (name: string, bad: boolean) => field(name, fc.constant(bad), fc.constantFrom("true", "false", 0, 1));

/** By check: a setting, and what must not pass of it. */
export const googleSettings: Readonly<Record<string, Setting>> = {
  "gws.policy.2sv-enforced": {
    type: "security.two_step_verification_enforcement",
    good: { enforcedFrom: "2024-05-01T00:00:00Z" },
    bad: field(
      "enforcedFrom",
      fc.constantFrom("1970-01-01T00:00:00Z", "2024-13-01T00:00:00Z", "yesterday"),
      fc.integer({ min: 2027, max: 2090 }).map((year) => `${year}-01-01T00:00:00Z`),
    ),
  },
  "gws.policy.password-length": {
    type: "security.password",
    good: { minimumLength: 12 },
    bad: field(
      "minimumLength",
      fc.integer({ max: 11 }),
      fc.integer({ min: 0, max: 11 }).map(String),
      fc.constant("12.5"),
    ),
  },
  "gws.policy.password-reuse": {
    type: "security.password",
    good: { allowReuse: false },
    bad: boolean("allowReuse", true),
  },
  "gws.policy.session": {
    type: "security.session_controls",
    good: { webSessionDuration: "3600s" },
    bad: session(DAY),
  },
  "gws.policy.admin-session": {
    type: "security.session_controls",
    good: { webSessionDuration: "3600s" },
    bad: session(DAY / 2),
  },
  "gws.policy.admin-recovery": {
    type: "security.super_admin_account_recovery",
    good: { enableAccountRecovery: false },
    bad: boolean("enableAccountRecovery", true),
  },
  "gws.policy.drive-sharing": {
    type: "drive_and_docs.external_sharing",
    good: { externalSharingMode: "DISALLOWED" },
    bad: field("externalSharingMode", fc.constantFrom("ALLOWED", "allowed", "EXTERNAL_SHARING_MODE_UNSPECIFIED")),
  },
  "gws.policy.auto-forward": {
    type: "gmail.auto_forwarding",
    good: { enableAutoForwarding: false },
    bad: boolean("enableAutoForwarding", true),
  },
  "gws.token.broad-apps": {
    type: "api_controls.unconfigured_third_party_apps",
    good: { accessLevel: "BLOCK_ALL_SCOPES" },
    bad: field("accessLevel", fc.constantFrom("ALLOW_SIGN_IN_SCOPES_ONLY", "ALLOW_ALL_SCOPES")),
  },
};

/**
 * Policies of one setting as Google answers them, of which one holds somewhere, for the whole company, a unit, a group or the people of
 * a licence, and is not what is asked for; or none of which is for the whole company.
 */
export function loosePolicies({ type, good, bad }: Setting): fc.Arbitrary<readonly GooglePolicy[]> {
  const policy = (value: unknown, byAdmin: boolean, sortOrder: number, query: object) => ({
    type: byAdmin ? "ADMIN" : "SYSTEM",
    policyQuery: { sortOrder, ...query },
    setting: { type: `settings/${type}`, value },
  });
  const root = { orgUnit: "orgUnits/root" };
  const units = fc.constantFrom("orgUnits/sales", "orgUnits/admins", "orgUnits/contractors");
  const place = fc.oneof(
    units.map((orgUnit) => ({ orgUnit })),
    fc.constantFrom("groups/a", "groups/b").map((group) => ({ ...root, group })),
    units.map((orgUnit) => ({ orgUnit, query: "entity.licenses.exists(license, license in ['1010020020'])" })),
  );
  const better = fc.array(
    place.map((where) => policy(good, true, 1, where)),
    { maxLength: 3 },
  );
  const company = policy(good, false, 0, root);
  return fc
    .oneof(
      // Of the whole company, by Google or by an administrator.
      fc
        .tuple(bad, fc.boolean())
        .map(([value, byAdmin]) => [...(byAdmin ? [company] : []), policy(value, byAdmin, 9, root)]),
      // Of one place, which departs from a good rule.
      fc.tuple(bad, place).map(([value, where]) => [company, policy(value, true, 9, where)]),
      // Of nowhere: what is for the whole company was not answered.
      place.map((where) => [policy(good, true, 1, where)]),
      fc.constant([]),
    )
    .chain((loose) =>
      better.chain((more) => fc.shuffledSubarray([...more, ...loose], { minLength: more.length + loose.length })),
    );
}
