import type { ConnectorCheck } from "../../check.ts";
import { observed, observedWhere, observeEach } from "../../facts.ts";

export const directAdmin: ConnectorCheck = {
  id: "aws.iam.no-direct-admin",
  version: 2,
  title: "No user has AdministratorAccess attached directly",
  severity: "high",
  hint: "Move administration to a role with MFA.",
  // People may hold the same by a group, a role or a permission set, which this does not look at.
  answers: [],
  steps: ["user-policies"],
  judge: (facts) =>
    observeEach(facts, "aws.user_policies", ({ resource, data }) => {
      const attached = data.at("attached").texts();
      const none = attached.holds((arns) => !arns.some((arn) => arn.endsWith(":policy/AdministratorAccess")));
      return observed(resource, none, {
        observed: none.say({
          yes: "no AdministratorAccess",
          no: "AdministratorAccess is attached",
          unknown: "AWS does not say what is attached",
        }),
        wanted: "no AdministratorAccess",
      });
    }),
};

export const boundedPolicies: ConnectorCheck = {
  id: "aws.iam.bounded-policies",
  version: 1,
  title: "No policy of the company's own allows everything",
  severity: "high",
  hint: "Name the actions and resources that are needed.",
  answers: ["privilege.no-wildcards/policies"],
  steps: ["policies"],
  judge: (facts) =>
    observeEach(facts, "aws.policy", ({ resource, data }) => {
      const held = data
        .at("holders")
        .number()
        .holds((holders) => holders > 0);
      const bounded = () => data.at("everything").flag().is(false);
      const allows = () => `allows ${data.at("allows").text().say(String)}`;
      return observedWhere(held, resource, bounded, {
        observed: () => bounded().say({ yes: () => "has a bound", no: allows, unknown: allows })(),
        wanted: "a bound on actions or resources",
        otherwise: "nobody has it",
      });
    }),
};
