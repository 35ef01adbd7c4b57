import { createEmulator } from "emulate";
import type { OverlayAnswer } from "./overlay.ts";
import { startOverlay } from "./overlay.ts";
import type { Peer } from "./peer.ts";
import { freePort } from "./prism.ts";

export const organization = "hollis-marsh";
const repositories = ["api", "site"];
/** A token of the form that people paste. */
export const pastedToken = "github_pat_11ADALOVELACE0_readsAndNothingElse";

/** An organization in vercel-labs/emulate, and who may ask in whose name. */
export interface GithubPeer extends Peer {
  /** Asks emulate itself, as somebody who may write. */
  as(login: "ada" | "grace", method: string, path: string, body?: object): Promise<any>;
}

/**
 * GitHub by vercel-labs/emulate, with an overlay for the routes that it lacks. Members, repositories, branch protection, pull
 * requests and reviews are emulate's own; lists of repositories are made of its answers; the rest is a quiet organization. `more` are
 * members besides its usual ones.
 */
export async function startPeer(more: readonly string[] = []): Promise<GithubPeer> {
  const port = await freePort();
  let close = async () => {};
  const overlay = await startOverlay(
    async (baseUrl) => {
      const emulator = await createEmulator({ service: "github", port, baseUrl, seed: seed(more) });
      close = () => emulator.close();
      return { origin: `http://localhost:${port}`, headers: { authorization: "Bearer token-of-ada" } };
    },
    { before, after },
  );
  return {
    endpoints: { api: overlay.origin, web: overlay.origin },
    typed: { organization },
    method: "token",
    authorizer: {
      headersFor: async () => ({ authorization: "Bearer token-of-ada" }),
      refresh: async () => false,
      secrets: () => ["token-of-ada"],
    },
    as: async (login, method, path, body) => {
      const headers = { authorization: `Bearer token-of-${login}`, "content-type": "application/json" };
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await fetch(`http://localhost:${port}${path}`, sent);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} at ${path}: ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    },
    close: async () => {
      await overlay.close();
      await close();
    },
  };
}

function seed(more: readonly string[]) {
  return {
    tokens: {
      "token-of-ada": { login: "ada", scopes: ["repo", "admin:org"] },
      [pastedToken]: { login: "ada", scopes: ["repo", "admin:org"] },
      "token-of-grace": { login: "grace", scopes: ["repo"] },
    },
    github: {
      users: ["ada", "grace", "mary", ...more].map((login) => ({ login })),
      orgs: [
        {
          login: organization,
          name: "Hollis & Marsh",
          members: [
            { login: "ada", role: "admin" },
            { login: "grace", role: "admin" },
            ...["mary", ...more].map((login) => ({ login, role: "member" })),
          ],
        },
      ],
      repos: repositories.map((name) => ({ owner: organization, name, private: true, auto_init: true })),
    },
  };
}

/** Routes that emulate lacks, and the filter that it does not know. */
async function before(url: URL, ask: (path: string) => Promise<any>): Promise<OverlayAnswer | undefined> {
  const path = url.pathname
    .replace(`/orgs/${organization}`, "/orgs/ORG")
    .replace(/^\/repos\/[^/]+\/[^/]+/, "/repos/REPO");
  if (path === "/orgs/ORG/members" && url.searchParams.get("filter") === "2fa_disabled")
    return { status: 200, body: [] };
  if (path === "/orgs/ORG/repos")
    return { status: 200, body: await Promise.all(repositories.map((name) => ask(`/repos/${organization}/${name}`))) };
  if (path.startsWith("/repos/REPO/rules/branches/")) return { status: 200, body: [] };
  const quiet: Readonly<Record<string, OverlayAnswer>> = {
    "/orgs/ORG/actions/permissions": {
      status: 200,
      body: { enabled_repositories: "all", allowed_actions: "selected" },
    },
    "/orgs/ORG/actions/permissions/workflow": {
      status: 200,
      body: { default_workflow_permissions: "read", can_approve_pull_request_reviews: false },
    },
    "/orgs/ORG/outside_collaborators": { status: 200, body: [] },
    "/orgs/ORG/dependabot/alerts": { status: 200, body: [] },
    "/orgs/ORG/secret-scanning/alerts": { status: 200, body: [] },
    "/repos/REPO/vulnerability-alerts": { status: 204 },
    "/repos/REPO/teams": { status: 200, body: [{ id: 1, slug: "platform", permission: "admin" }] },
    "/repos/REPO/collaborators": { status: 200, body: [] },
    "/repos/REPO/code-scanning/default-setup": { status: 200, body: { state: "configured" } },
  };
  return quiet[path];
}

/** Fields that emulate leaves out, and GitHub's own words for a branch without protection. */
function after(url: URL, status: number, body: any): OverlayAnswer {
  if (status === 404 && url.pathname.endsWith("/protection"))
    return { status, body: { message: "Branch not protected" } };
  if (status === 200 && url.pathname === `/orgs/${organization}`)
    return {
      status,
      body: {
        ...body,
        two_factor_requirement_enabled: true,
        default_repository_permission: "read",
        public_repos: 0,
        total_private_repos: repositories.length,
        plan: { name: "team", space: 1, private_repos: 9 },
      },
    };
  const on = { status: "enabled" };
  const security = { secret_scanning: on, secret_scanning_push_protection: on };
  if (status === 200 && /^\/repos\/[^/]+\/[^/]+$/.test(url.pathname))
    return { status, body: { ...body, security_and_analysis: security } };
  return { status, body };
}
