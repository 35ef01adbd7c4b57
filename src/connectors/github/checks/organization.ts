import { Truth } from "#domain/facts/truth.ts";
import type { ConnectorCheck } from "../../check.ts";
import { observed, observedWhere, observeEach } from "../../facts.ts";

const HIDDEN = "GitHub does not show this setting: it needs organization_administration:read";

const twoFactorRequired: ConnectorCheck = {
  id: "gh.org.2fa-required",
  version: 2,
  title: "Organization requires two-factor authentication",
  severity: "critical",
  hint: 'Turn on "Require two-factor authentication" in the organization security settings.',
  answers: ["auth.mfa-enforced/policy"],
  steps: ["organization"],
  judge: (facts) =>
    observeEach(facts, "github.organization", ({ resource, data }) => {
      const required = data.at("twoFactorRequired").flag().is(true);
      const words = { yes: "two factors are required", no: "two factors are not required", unknown: HIDDEN };
      return observed(resource, required, { observed: required.say(words), wanted: "two factors required" });
    }),
};

/** Whether somebody who was given nothing may change nothing. */
const bases = { none: true, read: true, write: false, admin: false };

const basePermission: ConnectorCheck = {
  id: "gh.org.base-permission",
  version: 2,
  title: "Base repository permission is none or read",
  severity: "medium",
  hint: 'Set the base permission to "No permission" and grant access through teams.',
  answers: ["privilege.default-deny/repositories"],
  steps: ["organization"],
  judge: (facts) =>
    observeEach(facts, "github.organization", ({ resource, data }) => {
      const little = data.at("basePermission").oneOf(bases).is(true);
      const base = data.at("basePermission").text();
      const said = base.say((item) => `the base permission is ${item}`);
      return observed(resource, little, {
        observed: base.exists().say({ yes: said, no: HIDDEN, unknown: HIDDEN }),
        wanted: "none or read",
      });
    }),
};

const actionsTokens: ConnectorCheck = {
  id: "gh.actions.token-readonly",
  version: 2,
  title: "Workflow tokens are read-only and actions are restricted",
  severity: "medium",
  hint: "Set workflow permissions to read and allow only selected actions.",
  // The library asks who can write to production, which these settings do not say.
  answers: [],
  steps: ["actions"],
  judge: (facts) =>
    observeEach(facts, "github.actions-policy", ({ resource, data }) => {
      const runs = data.at("enabledRepositories").oneOf({ none: false, selected: true, all: true });
      const demands = () =>
        [
          [data.at("defaultPermissions").oneOf({ read: true, write: false }).is(true), "workflow tokens can write"],
          [data.at("canApprove").flag().is(false), "workflows can approve pull requests"],
          [
            data.at("allowedActions").oneOf({ local_only: true, selected: true, all: false }).is(true),
            "all actions are allowed",
          ],
        ] as const;
      return observedWhere(runs.is(true), resource, () => Truth.all(demands().map(([met]) => met)), {
        observed: () => wordsOf(demands()),
        wanted: "read-only tokens that cannot approve, and selected actions",
        otherwise: "Actions are off for every repository",
      });
    }),
};

/** What is not as wanted, or that it is, or that it is not known. */
function wordsOf(demands: readonly (readonly [met: Truth, clause: string])[]): string {
  const wrong = demands.flatMap(([met, clause]) => met.say<string[]>({ yes: [], no: [clause], unknown: [] }));
  if (wrong.length > 0) return wrong.join(", ");
  const yes = "workflow tokens only read, and actions are restricted";
  return Truth.all(demands.map(([met]) => met)).say({ yes, no: HIDDEN, unknown: HIDDEN });
}

export const organizationChecks: readonly ConnectorCheck[] = [twoFactorRequired, basePermission, actionsTokens];
