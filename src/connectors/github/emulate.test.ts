import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GithubPeer } from "#tests/support/peers/github.ts";
import { organization, startPeer } from "#tests/support/peers/github.ts";
import { onePerPage, resumeEverywhere } from "#tests/support/peers/resume.ts";
import { runOnPeer, wayToPeer } from "#tests/support/peers/way-to-peer.ts";
import { github } from "./index.ts";

// A stateful GitHub that nobody here wrote: what somebody changes there, the next run sees.

describe("on an organization that changes", () => {
  let peer: GithubPeer;
  beforeAll(async () => {
    peer = await startPeer();
  });
  afterAll(async () => peer?.close());

  const run = () => runOnPeer(github, peer);
  const failing = async (check: string) =>
    (await run())
      .check(check)
      .observations.filter(({ outcome }) => outcome === "fail")
      .map(({ resource }) => resource.label);

  const protectionOf = (name: string) => `/repos/${organization}/${name}/branches/main/protection`;
  const rule = (approvals: number) => ({
    required_status_checks: null,
    enforce_admins: true,
    required_pull_request_reviews: { required_approving_review_count: approvals, dismiss_stale_reviews: true },
    restrictions: null,
  });

  /** A change of one file, merged by ada; with what grace says before that. */
  const merge = async (name: string, branch: string, said: readonly ("APPROVE" | "COMMENT" | "REQUEST_CHANGES")[]) => {
    const repository = `/repos/${organization}/${name}`;
    const { object } = await peer.as("ada", "GET", `${repository}/git/ref/heads/main`);
    await peer.as("ada", "POST", `${repository}/git/refs`, { ref: `refs/heads/${branch}`, sha: object.sha });
    const file = { message: branch, content: "MQ==", branch };
    await peer.as("ada", "PUT", `${repository}/contents/${branch}.txt`, file);
    const asked = { title: branch, head: branch, base: "main" };
    const { number } = await peer.as("ada", "POST", `${repository}/pulls`, asked);
    await peer.as("ada", "PUT", `${repository}/collaborators/grace`, { permission: "push" });
    for (const event of said)
      await peer.as("grace", "POST", `${repository}/pulls/${number}/reviews`, { event, body: "Seen." });
    await peer.as("ada", "PUT", `${repository}/pulls/${number}/merge`, { merge_method: "merge" });
  };

  test("every step is complete, and members and owners are counted", async () => {
    const { steps, check, account } = await run();
    expect(steps.filter(({ status }) => status !== "complete")).toEqual([]);
    expect(account.label).toBe(organization);
    expect(check("gh.org.owner-count")).toMatchObject({ outcome: "pass", reason: expect.stringContaining("2 owners") });
    expect(check("gh.member.2fa").observations).toHaveLength(3);
  });

  test("protecting a branch turns its checks green one repository at a time, and taking it away turns them red again", async () => {
    expect(await failing("gh.repo.branch-protected")).toEqual([`${organization}/api`, `${organization}/site`]);
    await peer.as("ada", "PUT", protectionOf("api"), rule(1));
    expect(await failing("gh.repo.branch-protected")).toEqual([`${organization}/site`]);
    await peer.as("ada", "PUT", protectionOf("site"), rule(0));
    const both = await run();
    expect(both.check("gh.repo.branch-protected").outcome).toBe("pass");
    expect(both.check("gh.repo.admins-bound").outcome).toBe("pass");
    expect(both.check("gh.repo.review-required")).toMatchObject({ outcome: "fail" });
    expect(await failing("gh.repo.review-required")).toEqual([`${organization}/site`]);
    await peer.as("ada", "DELETE", protectionOf("api"));
    expect(await failing("gh.repo.branch-protected")).toEqual([`${organization}/api`]);
    await peer.as("ada", "DELETE", protectionOf("site"));
  });

  test("a merge without an approval is found, and one that somebody else approved is not", async () => {
    expect((await run()).check("gh.pr.reviewed").outcome).toBe("not applicable");
    await merge("api", "approved", ["COMMENT", "APPROVE"]);
    expect((await run()).check("gh.pr.reviewed").outcome).toBe("pass");
    await merge("site", "alone", []);
    await merge("site", "commented", ["COMMENT"]);
    await merge("site", "taken-back", ["APPROVE", "REQUEST_CHANGES"]);
    const wrong = [1, 2, 3].map((number) => `${organization}/site#${number}`);
    expect((await failing("gh.pr.reviewed")).toSorted()).toEqual(wrong);
  });

  test("an interrupted run goes on behind any checkpoint, also between pages, without an item lost or doubled", async () => {
    const { http, close } = wayToPeer(github, peer);
    const context = { http: onePerPage(http), typed: peer.typed, method: peer.method, now: () => new Date() };
    const resumed = await resumeEverywhere(github, context).finally(close);
    expect(resumed.differences).toEqual([]);
    // Two pages of owners, one page of repositories, and each repository in three steps.
    expect(resumed.checkpoints).toBeGreaterThanOrEqual(9);
  });
});
