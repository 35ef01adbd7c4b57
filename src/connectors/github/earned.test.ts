import { describe, expect, test } from "vitest";
import { collectGithub, rawRepository } from "#tests/support/narrowed/github-organization.ts";

// False passes that a review found, each by its number, on answers as GitHub gives them.

const nobody = { users: [], teams: [], apps: [] };
const protection = (more: { reviews?: object; admins?: boolean } = {}) => ({
  required_pull_request_reviews: {
    dismiss_stale_reviews: true,
    required_approving_review_count: 1,
    ...more.reviews,
  },
  required_status_checks: { contexts: ["test"] },
  enforce_admins: { enabled: more.admins ?? true },
  allow_force_pushes: { enabled: false },
  allow_deletions: { enabled: false },
});
const outcomes = async (given: Parameters<typeof collectGithub>[0], ids: readonly string[]) => {
  const run = await collectGithub(given);
  return ids.map((id) => run.check(id).outcome);
};

describe("G13: who may pass a review by", () => {
  const bypass = ["gh.repo.admins-bound"];

  test.each([
    ["a person", { ...nobody, users: [{ login: "eve" }] }],
    ["a team", { ...nobody, teams: [{ slug: "founders" }] }],
    ["an app", { ...nobody, apps: [{ slug: "bot" }] }],
  ])("G13: %s on the bypass list of a classic protection is somebody", async (_, list) => {
    const given = { protection: protection({ reviews: { bypass_pull_request_allowances: list } }) };
    expect(await outcomes(given, bypass)).toEqual(["fail"]);
  });

  test("G13: an empty bypass list, or none, is nobody", async () => {
    const given = { protection: protection({ reviews: { bypass_pull_request_allowances: nobody } }) };
    expect(await outcomes(given, bypass)).toEqual(["pass"]);
    expect(await outcomes({ protection: protection() }, bypass)).toEqual(["pass"]);
  });

  test("G13: a bypass list that could not be read is not an empty one", async () => {
    const given = { protection: protection({ reviews: { bypass_pull_request_allowances: null } }) };
    expect(await outcomes(given, bypass)).toEqual(["unknown"]);
  });

  test("G13: rules that administrators, or actors of a ruleset, pass by hold neither history nor tests", async () => {
    const held = ["gh.repo.no-force-push", "gh.repo.status-checks"];
    expect(await outcomes({ protection: protection({ admins: false }) }, held)).toEqual(["fail", "fail"]);
    const rules = [
      { type: "non_fast_forward", ruleset_id: 9 },
      { type: "deletion", ruleset_id: 9 },
      {
        type: "required_status_checks",
        ruleset_id: 9,
        parameters: { required_status_checks: [{ context: "test" }] },
      },
    ];
    const actors = (mode: string) => ({ rules, bypassActors: { 9: [{ actor_type: "Team", bypass_mode: mode }] } });
    expect(await outcomes({ rules, bypassActors: { 9: [] } }, held)).toEqual(["pass", "pass"]);
    expect(await outcomes(actors("always"), held)).toEqual(["fail", "fail"]);
    // Through a pull request nobody rewrites what is there.
    expect(await outcomes(actors("pull_request"), held)).toEqual(["pass", "fail"]);
    expect(await outcomes(actors("a new mode"), held)).toEqual(["fail", "fail"]);
    expect(await outcomes({ rules }, held)).toEqual(["unknown", "unknown"]);
  });
});

describe("G14: what the organization does not show", () => {
  const ids = [
    "gh.repo.private",
    "gh.repo.review-required",
    "gh.repo.dependabot",
    "gh.repo.secret-scanning",
    "gh.repo.code-scanning",
    "gh.alert.dependabot-limit",
    "gh.alert.secret-limit",
    "gh.repo.status-checks",
    "gh.repo.no-force-push",
    "gh.repo.admins-bound",
  ];
  const all = (outcome: string) => ids.map(() => outcome);
  const asWanted = { protection: protection() };

  test("G14: an App on chosen repositories passes for none of the rules about every repository", async () => {
    const given = { ...asWanted, selection: "selected", counts: { public: 0, private: 2 } };
    expect(await outcomes(given, ids)).toEqual(all("unknown"));
  });

  test("G14: an App on chosen repositories passes where the organization has no others", async () => {
    expect(await outcomes({ ...asWanted, selection: "selected" }, ids)).toEqual(all("pass"));
  });

  test("G14: an App on all repositories passes, and so does a token that sees as many as there are", async () => {
    expect(await outcomes({ ...asWanted, selection: "all", counts: null }, ids)).toEqual(all("pass"));
    expect(await outcomes(asWanted, ids)).toEqual(all("pass"));
  });

  test.each([
    ["a token that sees fewer than there are", { counts: { public: 1, private: 1 } }],
    ["a token that is not told how many there are", { counts: null }],
    ["an App on chosen ones that is not told how many there are", { selection: "selected", counts: null }],
    ["a selection that nobody listed", { selection: "most" }],
  ])("G14: %s does not see every repository", async (_, given) => {
    expect(await outcomes({ ...asWanted, ...given }, ids)).toEqual(all("unknown"));
  });

  test("G14: what fails among those that are shown, fails", async () => {
    const repositories = [rawRepository({ private: false })];
    const given = { repositories, selection: "selected", counts: { public: 1, private: 9 } };
    expect(await outcomes(given, ["gh.repo.private"])).toEqual(["fail"]);
  });

  test("G14: merges and collaborators of repositories that are not shown are not said to be in order", async () => {
    const merge = {
      id: 50,
      number: 5,
      user: { id: 1, type: "User" },
      updated_at: "2026-11-20T10:00:00Z",
      merged_at: "2026-11-20T10:00:00Z",
      head: { sha: "abc" },
    };
    const review = {
      user: { id: 2, type: "User" },
      state: "APPROVED",
      submitted_at: "2026-11-20T09:00:00Z",
      commit_id: "abc",
    };
    const given = {
      ...asWanted,
      selection: "selected",
      outside: [{ id: 9, login: "rowan" }],
      answers: {
        "/repos/acme/api/pulls": { body: [merge] },
        "/repos/acme/api/pulls/5/reviews": { body: [review] },
        "/repos/acme/api/collaborators": { body: [{ id: 9, login: "rowan", role_name: "read" }] },
      },
    };
    const two = ["gh.pr.reviewed", "gh.org.outside-collaborators"];
    expect(await outcomes(given, two)).toEqual(["pass", "pass"]);
    expect(await outcomes({ ...given, counts: { public: 0, private: 2 } }, two)).toEqual(["unknown", "unknown"]);
  });
});

describe("what a plan does not include", () => {
  test("rules and scanning that GitHub Free does not offer are not known to be in order, and are not excused", async () => {
    const answers = {
      "/repos/acme/api/branches/main/protection": { status: 403, body: { message: "Upgrade to GitHub Pro" } },
      "/repos/acme/api/code-scanning/default-setup": {
        status: 403,
        body: { message: "Advanced Security must be enabled" },
      },
    };
    const repositories = [rawRepository({ security_and_analysis: null })];
    const ids = [
      "gh.repo.review-required",
      "gh.repo.no-force-push",
      "gh.alert.secret-limit",
      "gh.repo.secret-scanning",
    ];
    const given = { answers, repositories, selection: "all", plan: "free" };
    expect(await outcomes(given, ids)).toEqual(ids.map(() => "unknown"));
    expect(await outcomes(given, ["gh.repo.code-scanning"])).toEqual(["fail"]);
  });
});

test("people outside the organization without a second factor are not everyone with one", async () => {
  const given = (disabled: object[]) => ({
    answers: { "/orgs/acme/outside_collaborators": { body: disabled } },
  });
  expect(await outcomes(given([]), ["gh.member.2fa"])).toEqual(["pass"]);
  expect(await outcomes(given([{ id: 9, login: "rowan" }]), ["gh.member.2fa"])).not.toEqual(["pass"]);
});
