import { github } from "#connectors/github/index.ts";
import type { Answered } from "../answering-http.ts";
import { answeringHttp } from "../answering-http.ts";
import { runOnce } from "../peers/collect.ts";

/** What differs from a small organization whose settings are as wanted, as GitHub's API would put it. */
export interface GithubOrganization {
  /** Whether the App was installed on all repositories or on chosen ones; a token has neither. */
  readonly selection?: string;
  /** The organization's own counts; as many as are listed where they are left out, not shown where null. */
  readonly counts?: { readonly public: number; readonly private: number } | null;
  readonly repositories?: readonly object[];
  /** Classic protection of the default branch; "none" where there is none. */
  readonly protection?: object | "none";
  /** Rules of rulesets for the default branch. */
  readonly rules?: readonly object[];
  /** Who may pass a ruleset by, by its id; hidden where it is left out. */
  readonly bypassActors?: Readonly<Record<string, readonly object[]>>;
  readonly outside?: readonly object[];
  readonly plan?: string;
  /** Answers by path, before all others. */
  readonly answers?: Readonly<Record<string, Answered>>;
}

const on = { status: "enabled" };
export const rawRepository = (more: object = {}) => ({
  id: 1,
  full_name: "acme/api",
  private: true,
  archived: false,
  default_branch: "main",
  pushed_at: "2026-11-20T10:00:00Z",
  security_and_analysis: { secret_scanning: on, secret_scanning_push_protection: on },
  ...more,
});

/** Collects and judges such an organization by GitHub's connector. */
export function collectGithub(organization: GithubOrganization) {
  return runOnce(github, {
    http: answeringHttp((path, query) => answerOf(organization, path, query)),
    typed: { organization: "acme", installationId: "7" },
    method: organization.selection === undefined ? "token" : "app",
    now: () => new Date("2026-11-21T10:00:00Z"),
  });
}

function answerOf(organization: GithubOrganization, path: string, query: Readonly<Record<string, string>>): Answered {
  const { selection, repositories = [rawRepository()], protection = "none", rules = [] } = organization;
  const own = organization.answers?.[path];
  if (own) return own;
  const people: Readonly<Record<string, object[]>> = {
    admin: [
      { id: 1, login: "ada" },
      { id: 2, login: "grace" },
    ],
    member: [{ id: 3, login: "mary" }],
  };
  const privates = (repositories as { private: boolean }[]).filter((repository) => repository.private).length;
  const listed = { public: repositories.length - privates, private: privates };
  const counts = organization.counts === undefined ? listed : organization.counts;
  const [, ruleset] = /\/rulesets\/(\d+)$/.exec(path) ?? [];
  if (ruleset) return { body: { bypass_actors: organization.bypassActors?.[ruleset] } };
  if (path.endsWith("/protection"))
    return protection === "none" ? { status: 404, body: { message: "Branch not protected" } } : { body: protection };
  if (path.includes("/rules/branches/")) return { body: rules };
  if (path.endsWith("/outside_collaborators"))
    return { body: query["filter"] === "2fa_disabled" ? [] : (organization.outside ?? []) };
  if (path === "/orgs/acme/members") return { body: query["filter"] ? [] : people[query["role"]!] };
  const found = repositories.find((repository) => path === `/repos/${(repository as { full_name: string }).full_name}`);
  if (found) return { body: found };
  const answers: Readonly<Record<string, unknown>> = {
    "/app/installations/7": {
      account: { id: 5, login: "acme", type: "Organization" },
      permissions: { metadata: "read" },
      repository_selection: selection,
    },
    "/orgs/acme": {
      id: 5,
      login: "acme",
      plan: { name: organization.plan ?? "team" },
      two_factor_requirement_enabled: true,
      default_repository_permission: "read",
      ...(counts && { public_repos: counts.public, total_private_repos: counts.private }),
    },
    "/orgs/acme/repos": repositories,
    "/installation/repositories": { total_count: repositories.length, repositories },
    "/orgs/acme/actions/permissions": { enabled_repositories: "all", allowed_actions: "selected" },
    "/orgs/acme/actions/permissions/workflow": {
      default_workflow_permissions: "read",
      can_approve_pull_request_reviews: false,
    },
    "/orgs/acme/dependabot/alerts": [],
    "/orgs/acme/secret-scanning/alerts": [],
  };
  if (path in answers) return { body: answers[path] };
  if (path.endsWith("/vulnerability-alerts")) return { status: 204 };
  if (path.endsWith("/teams")) return { body: [{ slug: "platform", permission: "admin" }] };
  if (path.endsWith("/collaborators")) return { body: [] };
  if (path.endsWith("/default-setup")) return { body: { state: "configured" } };
  return path.endsWith("/pulls") ? { body: [] } : undefined;
}
