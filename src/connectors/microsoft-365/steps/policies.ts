import type { Step } from "../../connector.ts";
import { RequestFailed } from "../../http.ts";
import { fieldsOf, flagOf, listOf, textOf, textsOf } from "../../json-fields.ts";
import { isUnlicensed } from "../graph.ts";
import { collection, item, subject } from "./collection.ts";

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
    const tenant = { type: "tenant", id: context.account.id, label: context.account.label };
    yield item("ms.security_defaults", tenant, { isEnabled }, defaults.at);
    const path = "/v1.0/identity/conditionalAccess/policies";
    const probe = await http.send({ endpoint: "graph", path, accept: [403] });
    if (isUnlicensed(probe, "Policy.Read.All")) {
      yield item("ms.unlicensed", tenant, { feature: "conditional access" }, probe.at);
      return;
    }
    yield* collection(context, "/identity/conditionalAccess/policies", (object, at) => {
      const conditions = fieldsOf(object["conditions"]);
      const users = fieldsOf(conditions["users"]);
      const grant = fieldsOf(object["grantControls"]);
      const excluded = ["excludeUsers", "excludeGroups", "excludeRoles"].flatMap((name) => listOf(users[name]));
      return item(
        "ms.ca_policy",
        subject("conditional access policy", object),
        {
          state: textOf(object["state"]),
          includeUsers: textsOf(users["includeUsers"]),
          excluded: excluded.length,
          includeApplications: textsOf(fieldsOf(conditions["applications"])["includeApplications"]),
          clientAppTypes: textsOf(conditions["clientAppTypes"]),
          grants: textsOf(grant["builtInControls"]),
          authenticationStrength: textOf(fieldsOf(grant["authenticationStrength"])["id"]) !== "",
        },
        at,
      );
    });
  },
};

export const authorization: Step = {
  id: "authorization-policy",
  title: "Rules for guests and apps",
  kinds: ["ms.authorization_policy"],
  scopes: ["Policy.Read.All"],
  async *collect({ http, account }) {
    const answer = await http.send({ endpoint: "graph", path: "/v1.0/policies/authorizationPolicy" });
    const policy = fieldsOf(answer.json());
    const defaults = fieldsOf(policy["defaultUserRolePermissions"]);
    const granted =
      defaults["permissionGrantPoliciesAssigned"] ?? policy["permissionGrantPolicyIdsAssignedToDefaultUserRole"];
    yield item(
      "ms.authorization_policy",
      { type: "tenant", id: account.id, label: account.label },
      {
        ...(typeof policy["allowInvitesFrom"] === "string" && { allowInvitesFrom: policy["allowInvitesFrom"] }),
        ...(Array.isArray(granted) && { permissionGrantPolicies: textsOf(granted) }),
      },
      answer.at,
    );
  },
};
