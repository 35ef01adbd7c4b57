import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { eachItem, observe, readable, uncounted } from "../../each-item.ts";
import type { Data } from "../kinds.ts";
import { tenantOf } from "./tenant.ts";

const GLOBAL_ADMINISTRATOR = "62e90394-69f5-4237-9190-012177145e10";

const assignments = (facts: CheckFacts) => readable<Data<"ms.role_assignment">>(facts, "ms.role_assignment");

/** Who administers, who invites, and what apps people may let in. */
export const administrators: readonly ConnectorCheck[] = [
  {
    id: "ms.admin.global-count",
    version: 1,
    title: "Two to four global administrators",
    severity: "medium",
    hint: "Use narrower roles.",
    serves: ["config.baseline"],
    steps: ["administrators"],
    judge: (facts) => {
      const global = assignments(facts).filter(({ data }) => data.roleTemplateId === GLOBAL_ADMINISTRATOR);
      const people = new Set(global.map(({ data }) => data.principalId)).size;
      const seen = uncounted(facts, "ms.role_assignment", "administrators") ?? [
        people >= 2 && people <= 4,
        `${people} global administrators`,
      ];
      return [observe(tenantOf(facts), seen, "2 to 4")];
    },
  },
  {
    id: "ms.admin.cloud-only",
    version: 1,
    title: "Administrators are cloud-only accounts",
    severity: "medium",
    hint: "Create separate cloud-only admin accounts.",
    serves: ["config.baseline"],
    steps: ["administrators", "users"],
    judge: (facts) => {
      const admins = new Set(assignments(facts).map(({ data }) => data.principalId));
      return eachItem<Data<"ms.user">>(
        facts,
        "ms.user",
        "an account that lives in the cloud alone",
        ({ onPremisesSyncEnabled }, { subject }) =>
          admins.has(subject.id)
            ? [!onPremisesSyncEnabled, onPremisesSyncEnabled ? "synchronised from on-premises" : "cloud-only"]
            : undefined,
      );
    },
  },
  {
    id: "ms.policy.guest-invite",
    version: 1,
    title: "Only named roles may invite guests",
    severity: "medium",
    hint: "Restrict guest invitations.",
    serves: ["config.baseline"],
    steps: ["authorization-policy"],
    judge: (facts) =>
      eachItem<Data<"ms.authorization_policy">>(
        facts,
        "ms.authorization_policy",
        "administrators and guest inviters, or nobody",
        ({ allowInvitesFrom }) =>
          allowInvitesFrom === undefined
            ? [undefined, "the policy does not say who may invite"]
            : [["adminsAndGuestInviters", "none"].includes(allowInvitesFrom), `invitations from ${allowInvitesFrom}`],
      ),
  },
  {
    id: "ms.policy.user-consent",
    version: 1,
    title: "Users cannot consent to risky apps",
    severity: "medium",
    hint: "Limit user consent to verified publishers with low-impact permissions.",
    serves: ["config.baseline"],
    steps: ["authorization-policy"],
    judge: (facts) =>
      eachItem<Data<"ms.authorization_policy">>(
        facts,
        "ms.authorization_policy",
        "no consent to any app by users",
        ({ permissionGrantPolicies }) => {
          if (permissionGrantPolicies === undefined) return [undefined, "the policy does not say what users may grant"];
          const open = permissionGrantPolicies.filter((name) => name.endsWith("microsoft-user-default-legacy"));
          return [
            open.length === 0,
            open.length === 0 ? "users consent to low-impact permissions at most" : "users may consent to any app",
          ];
        },
      ),
  },
];
