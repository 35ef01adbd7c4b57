import type { ConnectorCheck } from "../../check.ts";
import { eachItem } from "../../each-item.ts";
import type { ActionsPolicy, Organization } from "../kinds.ts";

const HIDDEN = "GitHub does not show this setting: it needs organization_administration:read";

const twoFactorRequired: ConnectorCheck = {
  id: "gh.org.2fa-required",
  version: 1,
  title: "Organization requires two-factor authentication",
  severity: "critical",
  hint: 'Turn on "Require two-factor authentication" in the organization security settings.',
  serves: ["auth.mfa-enforced"],
  steps: ["organization"],
  judge: (facts) =>
    eachItem<Organization>(facts, "github.organization", "two factors required", ({ twoFactorRequired: required }) => {
      if (required === null) return ["unknown", HIDDEN];
      return required ? ["pass", "two factors are required"] : ["fail", "two factors are not required"];
    }),
};

const basePermission: ConnectorCheck = {
  id: "gh.org.base-permission",
  version: 1,
  title: "Base repository permission is none or read",
  severity: "medium",
  hint: 'Set the base permission to "No permission" and grant access through teams.',
  serves: ["privilege.default-deny"],
  steps: ["organization"],
  judge: (facts) =>
    eachItem<Organization>(facts, "github.organization", "none or read", ({ basePermission: base }) => {
      if (base === null) return ["unknown", HIDDEN];
      return [base === "none" || base === "read" ? "pass" : "fail", `the base permission is ${base}`];
    }),
};

const actionsTokens: ConnectorCheck = {
  id: "gh.actions.token-readonly",
  version: 1,
  title: "Workflow tokens are read-only and actions are restricted",
  severity: "medium",
  hint: "Set workflow permissions to read and allow only selected actions.",
  // The library asks who can write to production, which these settings do not say.
  serves: [],
  steps: ["actions"],
  judge: (facts) =>
    eachItem<ActionsPolicy>(
      facts,
      "github.actions-policy",
      "read-only tokens that cannot approve, and selected actions",
      (policy) => {
        if (policy.enabledRepositories === "none") return ["not applicable", "Actions are off for every repository"];
        const wrong = [
          policy.defaultPermissions === "write" && "workflow tokens can write",
          policy.canApprove === true && "workflows can approve pull requests",
          policy.allowedActions === "all" && "all actions are allowed",
        ].filter((clause) => clause !== false);
        if (wrong.length > 0) return ["fail", wrong.join(", ")];
        if (policy.defaultPermissions === null || policy.canApprove === null || policy.allowedActions === null)
          return ["unknown", HIDDEN];
        return ["pass", "workflow tokens only read, and actions are restricted"];
      },
    ),
};

export const organizationChecks: readonly ConnectorCheck[] = [twoFactorRequired, basePermission, actionsTokens];
