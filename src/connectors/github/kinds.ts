import * as z from "zod";

// What is kept of GitHub's answers. A field is null where GitHub did not tell.

const day = z.iso.date();
const instant = z.iso.datetime({ offset: true });
const flag = z.boolean().nullable();

export const organization = z.strictObject({
  login: z.string(),
  plan: z.string().nullable(),
  twoFactorRequired: flag,
  basePermission: z.string().nullable(),
  /** Whether the App sees all repositories or chosen ones; null for a token, which sees its owner's. */
  repositories: z.string().nullable(),
});

export const member = z.strictObject({ login: z.string(), role: z.enum(["admin", "member"]), twoFactor: flag });

export const collaborator = z.strictObject({
  login: z.string(),
  repository: z.string(),
  role: z.string(),
  canWrite: z.boolean(),
});

export const repository = z.strictObject({
  name: z.string(),
  private: z.boolean(),
  archived: z.boolean(),
  defaultBranch: z.string(),
  /** To the day: an hour without a change must look like the hour before. */
  pushedOn: day.nullable(),
  secretScanning: z.string().nullable(),
  pushProtection: z.string().nullable(),
  dependabotAlerts: flag,
});

export const branchRules = z.strictObject({
  repository: z.string(),
  branch: z.string(),
  /** "no branch": nothing was pushed yet. "not offered": GitHub says that the plan has no rules for this repository. */
  state: z.enum(["read", "no branch", "not offered"]),
  classic: z
    .strictObject({
      approvals: z.number().int(),
      dismissesStale: z.boolean(),
      statusChecks: z.number().int(),
      bindsAdmins: flag,
      forcePushes: flag,
      deletions: flag,
    })
    .nullable(),
  rulesets: z.array(
    z.strictObject({
      id: z.number().int(),
      approvals: z.number().int(),
      dismissesStale: z.boolean(),
      statusChecks: z.number().int(),
      blocksForcePushes: z.boolean(),
      blocksDeletions: z.boolean(),
      /** Who may pass it by. GitHub hides the list from those who cannot change the ruleset. */
      bypass: z.enum(["nobody", "somebody", "hidden"]),
    }),
  ),
});

export const pullRequest = z.strictObject({
  repository: z.string(),
  number: z.number().int(),
  mergedAt: instant,
  authorId: z.number().int().nullable(),
  /** The last commit that was merged. */
  head: z.string(),
  approvals: z.array(
    z.strictObject({
      byId: z.number().int().nullable(),
      byPerson: z.boolean(),
      at: instant.nullable(),
      commit: z.string().nullable(),
    }),
  ),
});

export const dependabotAlert = z.strictObject({
  repository: z.string(),
  repositoryId: z.string(),
  severity: z.enum(["low", "medium", "high", "critical"]),
  package: z.string(),
  openedAt: instant,
});

export const secretAlert = z.strictObject({
  repository: z.string(),
  repositoryId: z.string(),
  /** GitHub's name for what was exposed, such as "aws_access_key_id". The secret itself is never asked for. */
  secretType: z.string(),
  openedAt: instant,
});

export const codeScanning = z.strictObject({
  repository: z.string(),
  /** "off": GitHub says that the repository's plan does not include it. */
  defaultSetup: z.enum(["configured", "not-configured", "off"]),
  newestAnalysisOn: day.nullable(),
});

export const actionsPolicy = z.strictObject({
  enabledRepositories: z.string().nullable(),
  allowedActions: z.string().nullable(),
  defaultPermissions: z.string().nullable(),
  canApprove: flag,
});

export type Organization = z.infer<typeof organization>;
export type Member = z.infer<typeof member>;
export type Collaborator = z.infer<typeof collaborator>;
export type Repository = z.infer<typeof repository>;
export type BranchRules = z.infer<typeof branchRules>;
export type PullRequest = z.infer<typeof pullRequest>;
export type DependabotAlert = z.infer<typeof dependabotAlert>;
export type SecretAlert = z.infer<typeof secretAlert>;
export type CodeScanning = z.infer<typeof codeScanning>;
export type ActionsPolicy = z.infer<typeof actionsPolicy>;

export const kinds = {
  "github.organization": organization,
  "github.member": member,
  "github.collaborator": collaborator,
  "github.repository": repository,
  "github.branch-rules": branchRules,
  "github.pull-request": pullRequest,
  "github.dependabot-alert": dependabotAlert,
  "github.secret-alert": secretAlert,
  "github.code-scanning": codeScanning,
  "github.actions-policy": actionsPolicy,
};
