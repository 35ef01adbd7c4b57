import type { Json, StepContext, Step } from "../../connector.ts";
import { RequestFailed } from "../../http.ts";
import { fieldsOf, flagOf, listOf, textOf, textsOf } from "../../json-fields.ts";
import type { Fields } from "../../json-fields.ts";
import { isUnlicensed, pagesOf } from "../graph.ts";
import type { Data } from "../kinds.ts";
import { collection, item, subject, tenantIn } from "./collection.ts";
import { policyData, strengthToRead } from "./policy-item.ts";

export const policies: Step = {
  id: "conditional-access",
  title: "Conditional access policies",
  kinds: ["ms.ca_policy", "ms.security_defaults", "ms.unlicensed"],
  scopes: ["Policy.Read.All"],
  async *collect(context) {
    const { http } = context;
    const defaults = await http.send({
      endpoint: "graph",
      path: "/v1.0/policies/identitySecurityDefaultsEnforcementPolicy",
    });
    const isEnabled = flagOf(fieldsOf(defaults.json())["isEnabled"]);
    if (isEnabled === undefined)
      throw new RequestFailed("malformed", "security defaults have no isEnabled", defaults.status);
    yield item("ms.security_defaults", tenantIn(context), { isEnabled }, defaults.at);
    const path = "/v1.0/identity/conditionalAccess/policies";
    const probe = await http.send({ endpoint: "graph", path, accept: [403] });
    if (isUnlicensed(probe, "Policy.Read.All")) {
      yield item("ms.unlicensed", tenantIn(context), { feature: "conditional access" }, probe.at);
      return;
    }
    for await (const page of pagesOf(http, "/identity/conditionalAccess/policies", context.cursor)) {
      for (const object of page.objects) {
        const whole = await withStrength(context, object);
        yield item("ms.ca_policy", subject("conditional access policy", object), policyData(whole), page.answer.at);
      }
      if (page.next !== undefined) yield { checkpoint: page.next };
    }
  },
};

/** A policy with the combinations of its authentication strength, where Graph left them out and lets us read them. */
async function withStrength({ http }: StepContext, policy: Fields): Promise<Fields> {
  const id = strengthToRead(policy);
  if (!id) return policy;
  const path = `/v1.0/policies/authenticationStrengthPolicies/${encodeURIComponent(id)}`;
  const answer = await http.send({ endpoint: "graph", path, accept: [403, 404] });
  if (answer.status !== 200) return policy;
  const { allowedCombinations = null } = fieldsOf(answer.json());
  const grant = fieldsOf(policy["grantControls"]);
  const strength = { ...fieldsOf(grant["authenticationStrength"]), allowedCombinations };
  return { ...policy, grantControls: { ...grant, authenticationStrength: strength } } as Fields;
}

export const authorization: Step = {
  id: "authorization-policy",
  title: "Rules for guests and apps",
  kinds: ["ms.authorization_policy"],
  scopes: ["Policy.Read.All"],
  async *collect(context) {
    const answer = await context.http.send({ endpoint: "graph", path: "/v1.0/policies/authorizationPolicy" });
    const policy = fieldsOf(answer.json());
    const defaults = fieldsOf(policy["defaultUserRolePermissions"]);
    const granted =
      defaults["permissionGrantPoliciesAssigned"] ?? policy["permissionGrantPolicyIdsAssignedToDefaultUserRole"];
    yield item(
      "ms.authorization_policy",
      tenantIn(context),
      {
        ...(typeof policy["allowInvitesFrom"] === "string" && { allowInvitesFrom: policy["allowInvitesFrom"] }),
        ...(areTexts(granted) && { permissionGrantPolicies: granted }),
      },
      answer.at,
    );
  },
};

export const consentPolicies: Step = {
  id: "consent-policies",
  title: "Policies for consent to apps",
  kinds: ["ms.consent_policy"],
  scopes: ["Policy.Read.PermissionGrant"],
  collect: (context) =>
    collection(context, "/policies/permissionGrantPolicies", (object, at) =>
      item(
        "ms.consent_policy",
        subject("consent policy", object),
        {
          policyId: textOf(object["id"]),
          ...(Array.isArray(object["includes"]) && { includes: listOf(object["includes"]).map(fieldsOf).map(consent) }),
        },
        at,
      ),
    ),
};

type Consent = NonNullable<Data<"ms.consent_policy">["includes"]>[number];

function consent(set: Fields): Consent {
  const verified = flagOf(set["clientApplicationsFromVerifiedPublisherOnly"]);
  const lists = (["clientApplicationIds", "clientApplicationTenantIds"] as const).filter((name) => areTexts(set[name]));
  const words = (["permissionType", "permissionClassification"] as const).filter((name) => textOf(set[name]) !== "");
  return {
    ...Object.fromEntries(words.map((name) => [name, textOf(set[name])])),
    ...Object.fromEntries(lists.map((name) => [name, textsOf(set[name])])),
    ...(verified !== undefined && { clientApplicationsFromVerifiedPublisherOnly: verified }),
  };
}

function areTexts(value: Json | undefined): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
