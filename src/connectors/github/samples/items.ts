import type { EvidenceItem, Json, Subject } from "../../connector.ts";
import type * as kinds from "../kinds.ts";

/** When everything in the fixtures was observed. */
export const observedAt = "2026-11-21T10:00:00.000Z";

/** An instant some days before. */
export const daysBefore = (days: number): string => new Date(Date.parse(observedAt) - days * 86_400_000).toISOString();

export const organization = (more: Partial<kinds.Organization> = {}): EvidenceItem =>
  made("github.organization", { type: "organization", id: "7544739", label: "hollis-marsh" }, {
    login: "hollis-marsh",
    plan: "team",
    twoFactorRequired: true,
    basePermission: "read",
    repositories: "all",
    repositoryCount: null,
    ...more,
  } satisfies kinds.Organization);

export const actionsPolicy = (more: Partial<kinds.ActionsPolicy> = {}): EvidenceItem =>
  made("github.actions-policy", { type: "organization", id: "7544739", label: "hollis-marsh" }, {
    enabledRepositories: "all",
    allowedActions: "selected",
    defaultPermissions: "read",
    canApprove: false,
    ...more,
  } satisfies kinds.ActionsPolicy);

export const member = (login: string, more: Partial<kinds.Member> = {}): EvidenceItem =>
  made("github.member", { type: "member", id: `member-${login}`, label: login }, {
    login,
    role: "member",
    twoFactor: true,
    ...more,
  } satisfies kinds.Member);

export const collaborator = (more: Partial<kinds.Collaborator> = {}): EvidenceItem =>
  made("github.collaborator", { type: "collaborator", id: "9001@1", label: "rowan in hollis-marsh/api" }, {
    login: "rowan",
    repository: "hollis-marsh/api",
    role: "read",
    canWrite: false,
    ...more,
  } satisfies kinds.Collaborator);

export const repository = (more: Partial<kinds.Repository> = {}): EvidenceItem =>
  made("github.repository", { type: "repository", id: "1", label: "hollis-marsh/api" }, {
    name: "hollis-marsh/api",
    private: true,
    archived: false,
    defaultBranch: "main",
    pushedOn: "2026-11-20",
    secretScanning: "enabled",
    pushProtection: "enabled",
    dependabotAlerts: true,
    teams: [{ slug: "platform", permission: "admin" }],
    managers: ["9001"],
    ...more,
  } satisfies kinds.Repository);

export const classic = (more: Partial<NonNullable<kinds.BranchRules["classic"]>> = {}) => ({
  approvals: 1,
  dismissesStale: true,
  statusChecks: 1,
  bypass: "nobody" as const,
  bindsAdmins: true,
  forcePushes: false,
  deletions: false,
  ...more,
});

export const ruleset = (more: Partial<kinds.BranchRules["rulesets"][number]> = {}) => ({
  id: 11,
  approvals: 1,
  dismissesStale: true,
  statusChecks: 1,
  blocksForcePushes: true,
  blocksDeletions: true,
  bypass: "nobody" as const,
  ...more,
});

export const branchRules = (more: Partial<kinds.BranchRules> = {}): EvidenceItem =>
  made("github.branch-rules", { type: "repository", id: "1", label: "hollis-marsh/api" }, {
    repository: "hollis-marsh/api",
    branch: "main",
    state: "read",
    classic: null,
    rulesets: [],
    ...more,
  } satisfies kinds.BranchRules);

export const pullRequest = (more: Partial<kinds.PullRequest> = {}): EvidenceItem =>
  made("github.pull-request", { type: "pull request", id: "501", label: "hollis-marsh/api#12" }, {
    repository: "hollis-marsh/api",
    number: 12,
    mergedAt: daysBefore(2),
    authorId: 100,
    head: "3f2a",
    approvals: [approval()],
    ...more,
  } satisfies kinds.PullRequest);

export const approval = (more: Partial<kinds.PullRequest["approvals"][number]> = {}) => ({
  byId: 200,
  byPerson: true,
  at: daysBefore(3),
  commit: "3f2a",
  ...more,
});

export const dependabotAlert = (more: Partial<kinds.DependabotAlert> = {}): EvidenceItem =>
  made("github.dependabot-alert", { type: "alert", id: "1#4", label: "hollis-marsh/api#4" }, {
    repository: "hollis-marsh/api",
    repositoryId: "1",
    severity: "critical",
    package: "lodash",
    openedAt: daysBefore(3),
    ...more,
  } satisfies kinds.DependabotAlert);

export const secretAlert = (more: Partial<kinds.SecretAlert> = {}): EvidenceItem =>
  made("github.secret-alert", { type: "alert", id: "1#9", label: "hollis-marsh/api#9" }, {
    repository: "hollis-marsh/api",
    repositoryId: "1",
    secretType: "aws_access_key_id",
    openedAt: daysBefore(0.5),
    ...more,
  } satisfies kinds.SecretAlert);

export const codeScanning = (more: Partial<kinds.CodeScanning> = {}): EvidenceItem =>
  made("github.code-scanning", { type: "repository", id: "1", label: "hollis-marsh/api" }, {
    repository: "hollis-marsh/api",
    defaultSetup: "not-configured",
    newestAnalysisOn: "2026-11-18",
    ...more,
  } satisfies kinds.CodeScanning);

/** The same resource, which could not be read. */
export const unread = ({ kind, subject }: EvidenceItem): EvidenceItem => ({
  kind,
  subject,
  data: null,
  observedAt,
  gap: "403 Forbidden, needs administration:read",
});

function made(kind: string, subject: Subject, data: object): EvidenceItem {
  return { kind, subject, data: data as Json, observedAt };
}
