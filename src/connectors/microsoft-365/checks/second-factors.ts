import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { eachItem, observe, readable } from "../../each-item.ts";
import type { Judged } from "../../each-item.ts";
import type { Data } from "../kinds.ts";
import { tenantOf } from "./tenant.ts";

/** The share of a check that rests on conditional access or security defaults. */
function policyOf(
  facts: CheckFacts,
  wanted: string,
  satisfies: (policy: Data<"ms.ca_policy">) => boolean,
): Observation[] {
  const [defaults] = readable<Data<"ms.security_defaults">>(facts, "ms.security_defaults");
  const tenant = (...seen: Judged) => [observe(tenantOf(facts), seen, wanted)];
  if (!defaults)
    return tenant(undefined, facts.items("ms.security_defaults")[0]?.gap ?? "security defaults were not read");
  if (defaults.data.isEnabled) return tenant(true, "security defaults are on");
  const lacking = readable<Data<"ms.unlicensed">>(facts, "ms.unlicensed");
  if (lacking.some(({ data }) => data.feature === "conditional access"))
    return tenant(false, "security defaults are off, and the licence has no conditional access");
  const policies = readable<Data<"ms.ca_policy">>(facts, "ms.ca_policy");
  const found = policies.find(({ data }) => satisfies(data));
  if (found) {
    const apart = found.data.excluded > 0 ? `, with ${found.data.excluded} excluded` : "";
    return tenant(true, `the policy "${found.item.subject.label}"${apart}`);
  }
  const dormant = policies.find(({ data }) => satisfies({ ...data, state: "enabled" }));
  return tenant(
    false,
    dormant
      ? `the policy "${dormant.item.subject.label}" only reports or is off`
      : `none of ${policies.length} policies does, and security defaults are off`,
  );
}

const forEverybody = (policy: Data<"ms.ca_policy">) =>
  policy.state === "enabled" && policy.includeUsers.includes("All") && policy.includeApplications.includes("All");

/** Whether a second factor is asked for, and whether people have one. */
export const secondFactors: readonly ConnectorCheck[] = [
  {
    id: "ms.ca.mfa-all",
    version: 1,
    title: "MFA is required for all users",
    severity: "critical",
    hint: "Create a conditional-access policy that requires MFA for all users.",
    serves: ["auth.mfa-enforced"],
    steps: ["conditional-access"],
    judge: (facts) =>
      policyOf(
        facts,
        "security defaults, or an enabled policy that asks everybody for MFA everywhere",
        (policy) => forEverybody(policy) && (policy.grants.includes("mfa") || policy.authenticationStrength),
      ),
  },
  {
    id: "ms.user.mfa-registered",
    version: 1,
    title: "Members are registered for MFA",
    severity: "high",
    hint: "Ask the listed users to register.",
    serves: ["auth.mfa-enforced"],
    steps: ["second-factors"],
    judge: (facts) =>
      eachItem<Data<"ms.registration">>(
        facts,
        "ms.registration",
        "registered for MFA",
        ({ userType, isMfaRegistered }) =>
          userType === "member"
            ? [
                isMfaRegistered,
                isMfaRegistered === undefined
                  ? "the report does not say"
                  : isMfaRegistered
                    ? "registered"
                    : "not registered",
              ]
            : undefined,
      ),
  },
  {
    id: "ms.admin.mfa-capable",
    version: 1,
    title: "Administrators are MFA capable",
    severity: "critical",
    hint: "Register a strong method for each administrator.",
    serves: ["auth.mfa-enforced"],
    steps: ["second-factors"],
    judge: (facts) =>
      eachItem<Data<"ms.registration">>(
        facts,
        "ms.registration",
        "a method that MFA accepts",
        ({ isAdmin, isMfaCapable }) =>
          isAdmin
            ? [
                isMfaCapable,
                isMfaCapable === undefined ? "the report does not say" : isMfaCapable ? "capable" : "not capable",
              ]
            : undefined,
      ),
  },
  {
    id: "ms.ca.legacy-blocked",
    version: 1,
    title: "Legacy authentication is blocked",
    severity: "high",
    hint: "Block legacy authentication with conditional access.",
    // Protocols that know no second factor go around the policy that asks for one.
    serves: ["auth.mfa-enforced"],
    steps: ["conditional-access"],
    judge: (facts) =>
      policyOf(facts, "security defaults, or an enabled policy that blocks legacy clients for everybody", (policy) => {
        const types = policy.clientAppTypes;
        return (
          forEverybody(policy) &&
          types.includes("exchangeActiveSync") &&
          types.includes("other") &&
          policy.grants.includes("block")
        );
      }),
  },
];
