import { checks as aws } from "#connectors/aws/checks/index.ts";
import type { ConnectorCheck } from "#connectors/check.ts";
import { checks as github } from "#connectors/github/checks/index.ts";
import { checks as googleWorkspace } from "#connectors/google-workspace/checks/index.ts";
import { checks as installation } from "#connectors/installation/checks/index.ts";
import { checks as jira } from "#connectors/jira/checks/index.ts";
import { checks as microsoft365 } from "#connectors/microsoft-365/checks/index.ts";
import { checks as okta } from "#connectors/okta/checks/index.ts";
import { flag, integerBetween, listOf, matching, text } from "#domain/judge/shapes.ts";
import type { Shape } from "#domain/judge/shapes.ts";
import type { ProviderKey } from "#domain/provider.ts";

/** What a judge knows of the accounts at one provider. */
export interface JudgedAccount {
  /** Its checks alone: a judge neither collects nor shapes what is collected. */
  readonly checks: readonly ConnectorCheck[];
  /** The names of its steps, of kinds of items after "aws.", and its settings: as its manifest has them, which is not imported. */
  readonly steps: readonly string[];
  readonly prefix: string;
  readonly kinds: readonly string[];
  readonly settings: Readonly<Record<string, Shape>>;
}

const names = listOf(text);
const words = (list: string) => list.split(" ");

export const accounts: Readonly<Record<ProviderKey, JudgedAccount>> = {
  github: {
    checks: github,
    steps: words(
      "organization actions members repositories collaborators branch-rules dependabot-alerts secret-alerts code-scanning pull-requests",
    ),
    prefix: "github",
    kinds: words(
      "organization member collaborator repository branch-rules pull-request dependabot-alert secret-alert code-scanning actions-policy",
    ),
    settings: {
      maxOwners: integerBetween(2, 50),
      approvedCollaborators: names,
      publicRepositories: names,
      notProduction: names,
    },
  },
  aws: {
    checks: aws,
    steps: words(
      "account-summary password-policy users credential-report access-keys user-policies policies security-contact trails " +
        "s3-account-block buckets regions region-use region-settings security-groups networks databases tables encryption-keys " +
        "threat-detection configuration log-groups",
    ),
    prefix: "aws",
    kinds: words(
      "account_summary password_policy user credentials access_key user_policies policy security_contact s3_account_block bucket " +
        "db_instance table kms_key region region_use region_settings security_group vpc trail detectors config_recorders log_group",
    ),
    settings: { publicBuckets: names },
  },
  "google-workspace": {
    checks: googleWorkspace,
    steps: words("users administrator-roles policies app-grants"),
    prefix: "gws",
    kinds: words("user role_assignment policy app_grant"),
    settings: { approvedApps: names, inactiveDays: integerBetween(30, 365) },
  },
  "microsoft-365": {
    checks: microsoft365,
    steps: words(
      "conditional-access users second-factors administrators authorization-policy consent-policies applications risky-users devices audit-events",
    ),
    prefix: "ms",
    kinds: words(
      "ca_policy security_defaults user registration administrator authorization_policy consent_policy application risky_user device audit unlicensed",
    ),
    settings: { breakGlass: names, inactiveDays: integerBetween(30, 365) },
  },
  okta: {
    checks: okta,
    steps: words("users admins policies admin-console api-tokens log-streams support assignments factors"),
    prefix: "okta",
    kinds: words(
      "user admin factors password-policy session-rule app-rule admin-console app gone-assignment api-token log-stream support",
    ),
    settings: { serviceAccounts: names },
  },
  jira: {
    checks: jira,
    steps: words(
      "done-statuses permission-schemes administrators audit-log change-tickets access-requests leaver-tickets vulnerability-tickets",
    ),
    prefix: "jira",
    kinds: words("done_status change access_request leaver vulnerability permission_scheme administrator audit_log"),
    settings: {
      changeJql: text,
      accessJql: text,
      leaverJql: text,
      vulnerabilityJql: text,
      approvalStatuses: names,
      serviceDeskApprovals: flag,
      requiredFields: names,
      limits: listOf(matching(/^[^:]{1,60}:\s*\d{1,4}$/)),
      timeZone: text,
      adminGroups: names,
      days: integerBetween(7, 365),
    },
  },
  installation: {
    checks: installation,
    steps: words("backups files upgrades administrators acts"),
    prefix: "installation",
    kinds: words("backup files upgrade administrator act"),
    settings: {},
  },
};
