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
  /** "all" or "selected": what the App was installed on. "token": whatever its owner let the token see. */
  repositories: z.string(),
  /** How many repositories the organization itself counts, public and private. */
  repositoryCount: z.number().int().nullable(),
});

export const member = z.strictObject({
  login: z.string(),
  role: z.enum(["admin", "member", "outside collaborator"]),
  twoFactor: flag,
});

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
  /** Teams with a role in it. Null also where there are more than one page of them. */
  teams: z.array(z.strictObject({ slug: z.string(), permission: z.string() })).nullable(),
  /** Ids of people who administer it by themselves, by no team. Null also where there are more than one page of them. */
  managers: z.array(z.string()).nullable(),
});

export const branchRules = z.strictObject({
  repository: z.string(),
  branch: z.string(),
  /** "no branch": nothing was pushed yet. "not offered": GitHub says that the plan has no rules for this repository. */
  state: z.enum(["read", "no branch", "not offered"]),
  /** Null where the branch has none. */
  classic: z
    .strictObject({
      approvals: z.number().int(),
      dismissesStale: z.boolean(),
      statusChecks: z.number().int(),
      /** Whether somebody may pass the review by. GitHub leaves the list out where nobody ever was on it. */
      bypass: z.enum(["nobody", "somebody"]).nullable(),
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
      /** Who may pass it by, or only on pull requests. GitHub hides the list from those who cannot change the ruleset. */
      bypass: z.enum(["nobody", "pull requests", "somebody", "hidden"]),
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
  /** Null where none was ever uploaded; not asked where the default setup is on. */
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
