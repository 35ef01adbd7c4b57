import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Described, Row } from "#tests/support/peers/described.ts";
import { denied, each, none, set, startDescribed, without } from "#tests/support/peers/described.ts";
import { github } from "./index.ts";

// GitHub's own OpenAPI description, served by Prism: are the questions right, and are its answers read as it means them?

/** Not among the 42 described paths that we have: nobody on this machine confirms them. */
const undescribed = [/\/repos\/[^/]+\/[^/]+\/teams/, /\/rulesets\/\d+$/, /\/code-scanning\/analyses$/];

type Body = any;

const repo = /^\/repos\/octocat\/Hello-World$/;
const protection = /\/protection$/;
const rules = /\/rules\/branches\//;
const org = /^\/orgs\/octocat$/;
const list = /^\/installation\/repositories/;
const dependabot = /\/dependabot\/alerts/;
const secrets = /\/secret-scanning\/alerts/;
const setup = /\/default-setup$/;
const pulls = /\/pulls\?/;
const reviews = /\/reviews/;

const security = (scanning: string, push: string) =>
  set({
    security_and_analysis: { secret_scanning: { status: scanning }, secret_scanning_push_protection: { status: push } },
  });
const merged = (more: object = {}) =>
  [
    pulls,
    (body: Body) => [{ ...body[0], merged_at: "2026-11-20T10:00:00Z", updated_at: "2026-11-20T10:00:00Z", ...more }],
  ] as const;
const review = (head: string, id = 77) =>
  [
    reviews,
    (body: Body) => [
      {
        ...body[0],
        user: { ...body[0].user, id, type: "User" },
        submitted_at: "2026-11-20T09:00:00Z",
        commit_id: head,
      },
    ],
  ] as const;
const rule = (type: string, parameters?: object) => ({
  type,
  ruleset_id: 42,
  ruleset_source: "octocat",
  ruleset_source_type: "Organization",
  ...(parameters && { parameters }),
});

const off = { enabled: false };
/** A protection that GitHub does not tell much of. */
const noneOf = without("allow_force_pushes", "allow_deletions");
/** A protection whose review somebody on its bypass list need not wait for. */
const passedBy = (body: Body) => {
  const { required_pull_request_reviews: reviews } = body;
  const bypass_pull_request_allowances = { users: [reviews.dismissal_restrictions.users[0]], teams: [], apps: [] };
  return { ...body, required_pull_request_reviews: { ...reviews, bypass_pull_request_allowances } };
};

const table: readonly Row[] = [
  ["gh.org.2fa-required", "pass", [[org, set({ two_factor_requirement_enabled: true })]]],
  ["gh.org.2fa-required", "fail", [[org, set({ two_factor_requirement_enabled: false })]]],
  ["gh.org.2fa-required", "unknown", [[org, without("two_factor_requirement_enabled")]]],
  ["gh.org.2fa-required", "unknown", [[org, denied]]],
  ["gh.org.base-permission", "fail", [[org, set({ default_repository_permission: "write" })]]],
  ["gh.org.base-permission", "unknown", [[org, without("default_repository_permission")]]],
  ["gh.member.2fa", "fail", [[org, set({ two_factor_requirement_enabled: false })]]],
  ["gh.member.2fa", "pass", [[/filter=2fa_disabled/, none]]],
  ["gh.member.2fa", "unknown", [[/filter=2fa_disabled/, denied]]],
  ["gh.org.owner-count", "fail", [[/role=admin/, (body) => body.slice(0, 1)]]],
  ["gh.org.owner-count", "unknown", [[/role=admin/, none]]],
  ["gh.actions.token-readonly", "pass", [[/\/workflow$/, set({ can_approve_pull_request_reviews: false })]]],
  ["gh.actions.token-readonly", "fail", [[/\/workflow$/, set({ default_workflow_permissions: "write" })]]],
  ["gh.actions.token-readonly", "unknown", [[/\/workflow$/, denied]]],
  ["gh.repo.branch-protected", "pass", [[rules, none]]],
  ["gh.repo.branch-protected", "unknown", [[protection, denied]]],
  ["gh.repo.review-required", "fail", [[protection, without("required_pull_request_reviews")]]],
  [
    "gh.repo.review-required",
    "pass",
    [
      [protection, without("required_pull_request_reviews")],
      [
        rules,
        () => [
          rule("pull_request", {
            required_approving_review_count: 2,
            dismiss_stale_reviews_on_push: true,
            require_code_owner_review: false,
            require_last_push_approval: false,
            required_review_thread_resolution: false,
          }),
        ],
      ],
    ],
  ],
  ["gh.repo.no-force-push", "fail", []],
  // Who may pass this ruleset by is nowhere described, and GitHub hides it from those who only read.
  [
    "gh.repo.no-force-push",
    "unknown",
    [
      [protection, noneOf],
      [rules, () => [rule("non_fast_forward"), rule("deletion")]],
    ],
  ],
  ["gh.repo.no-force-push", "pass", [[protection, set({ allow_force_pushes: off, allow_deletions: off })]]],
  [
    "gh.repo.admins-bound",
    "fail",
    [
      [rules, none],
      [protection, passedBy],
    ],
  ],
  [
    "gh.repo.no-force-push",
    "unknown",
    [
      [protection, without("allow_force_pushes", "allow_deletions")],
      [rules, none],
    ],
  ],
  ["gh.repo.admins-bound", "pass", [[rules, none]]],
  [
    "gh.repo.admins-bound",
    "fail",
    [
      [rules, none],
      [protection, (body) => ({ ...body, enforce_admins: { ...body.enforce_admins, enabled: false } })],
    ],
  ],
  ["gh.repo.status-checks", "fail", [[protection, without("required_status_checks")]]],
  ["gh.repo.secret-scanning", "pass", [[repo, security("enabled", "enabled")]]],
  ["gh.repo.secret-scanning", "fail", [[repo, security("enabled", "disabled")]]],
  ["gh.repo.secret-scanning", "unknown", [[repo, without("security_and_analysis")]]],
  ["gh.repo.dependabot", "pass", []],
  ["gh.repo.dependabot", "unknown", [[/\/vulnerability-alerts$/, denied]]],
  ["gh.repo.private", "fail", []],
  [
    "gh.repo.private",
    "pass",
    [[list, (body) => ({ ...body, repositories: body.repositories.map(set({ private: true })) })]],
  ],
  ["gh.repo.code-scanning", "pass", [[setup, set({ state: "configured" })]]],
  ["gh.repo.code-scanning", "unknown", [[setup, denied]]],
  ["gh.alert.dependabot-age", "pass", [[dependabot, each({ created_at: "2026-11-18T10:00:00Z" })]]],
  ["gh.alert.dependabot-age", "fail", [[dependabot, each({ created_at: "2026-10-01T10:00:00Z" })]]],
  ["gh.alert.dependabot-age", "unknown", [[dependabot, denied]]],
  ["gh.alert.secret-age", "fail", [[secrets, each({ created_at: "2026-11-19T10:00:00Z" })]]],
  ["gh.alert.secret-age", "unknown", [[secrets, denied]]],
  [
    "gh.alert.secret-age",
    "pass",
    [
      [repo, security("enabled", "enabled")],
      [secrets, none],
    ],
  ],
  ["gh.pr.reviewed", "pass", [merged(), review("6dcb09b5b57875f334f61aebed695e2e4193db5e")]],
  ["gh.pr.reviewed", "fail", [merged(), [reviews, none]]],
  ["gh.pr.reviewed", "fail", [merged(), review("6dcb09b5b57875f334f61aebed695e2e4193db5e", 1)]],
  ["gh.pr.reviewed", "not applicable", [merged({ merged_at: null })]],
  ["gh.pr.reviewed", "unknown", [[pulls, denied]]],
];

describe("on GitHub's own description", () => {
  let described: Described;
  beforeAll(async () => {
    described = await startDescribed(github, {
      slice: "github",
      endpoints: ["api", "web"],
      // Prism offers application/json alone, which GitHub's own media type asks for by another name.
      headers: { accept: "application/json", authorization: "Bearer anything" },
      typed: { organization: "octocat", installationId: "1" },
      always: [
        [
          /^\/app\/installations\/1$/,
          (body) => ({ ...body, account: { ...body.account, type: "Organization" }, repository_selection: "all" }),
        ],
        [org, set({ login: "octocat" })],
        [
          list,
          (body) => ({ ...body, repositories: body.repositories.map(set({ pushed_at: "2026-11-20T10:00:00Z" })) }),
        ],
        [/^\/orgs\/octocat\/repos/, each({ pushed_at: "2026-11-20T10:00:00Z" })],
      ],
      now: new Date("2026-11-21T10:00:00Z"),
    });
  });
  afterAll(async () => described?.close());

  test.each([
    ["app", ["/app/installations/1", "/installation/repositories"]],
    ["token", ["/orgs/octocat/repos"]],
  ] as const)("is asked every planned question once, in its words, by %s", async (method, own) => {
    const hidden = (body: Body) => ({ ...body, repositories: body.repositories.map(set({ private: true })) });
    const { sent, steps } = await described.run(method, [
      merged(),
      [setup, set({ state: "not-configured" })],
      [list, hidden],
      [/^\/orgs\/octocat\/repos/, each({ private: true })],
    ]);
    const repository = "/repos/octocat/Hello-World";
    expect(new Set(sent.map(({ path }) => path))).toEqual(
      new Set([
        ...own,
        "/orgs/octocat",
        "/orgs/octocat/actions/permissions",
        "/orgs/octocat/actions/permissions/workflow",
        "/orgs/octocat/members",
        "/orgs/octocat/outside_collaborators",
        "/orgs/octocat/dependabot/alerts",
        "/orgs/octocat/secret-scanning/alerts",
        repository,
        `${repository}/vulnerability-alerts`,
        `${repository}/collaborators`,
        `${repository}/teams`,
        `${repository}/branches/master/protection`,
        `${repository}/rules/branches/master`,
        `${repository}/rulesets/42`,
        `${repository}/rulesets/73`,
        `${repository}/code-scanning/default-setup`,
        `${repository}/code-scanning/analyses`,
        `${repository}/pulls`,
        `${repository}/pulls/1347/reviews`,
      ]),
    );
    const refused = sent.filter(({ status }) => status >= 400).map(({ path }) => path);
    expect(refused.filter((path) => !undescribed.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(steps.filter(({ status }) => status !== "complete")).toEqual([]);
  });

  test("takes an installation's permissions for what they are, also those that write", async () => {
    const { account } = await described.run("app");
    const { forbidden } = github.manifest.scopes;
    expect(account.granted).toContain("metadata:read");
    expect(account.granted!.filter((scope) => forbidden.some((item) => item.test(scope)))).toEqual(["checks:write"]);
  });

  test.each(table)("%s comes out as %s", async (check, outcome, changes) => {
    expect((await described.run("app", changes)).check(check)).toMatchObject({ outcome });
  });
});
