import { createEmulator } from "emulate";
import type { OverlayAnswer } from "./overlay.ts";
import { startOverlay } from "./overlay.ts";
import type { Peer } from "./peer.ts";
import { freePort } from "./prism.ts";

/** An Okta organization in vercel-labs/emulate. */
export interface OktaPeer extends Peer {
  /** Asks emulate itself, as somebody who may write. */
  change(method: string, path: string, body?: object): Promise<any>;
}

const people = ["ada@hollis.example", "grace@hollis.example", "rowan@hollis.example"];

/** A token as Okta's look, of the same person. */
export const pastedToken = "00AdaReadsAndNothingElse_1234567890";
export const domain = "hollis-marsh.okta.com";

/**
 * Okta by vercel-labs/emulate, with an overlay for the routes that it lacks. Users, their statuses, applications and assignments
 * are emulate's own; policies, roles, factors, tokens and settings are those of a quiet organization. The tokens are the first user's.
 */
export async function startPeer(
  superAdmins: readonly string[] = [],
  users: readonly string[] = people,
): Promise<OktaPeer> {
  const port = await freePort();
  let close = async () => {};
  const overlay = await startOverlay(
    async (baseUrl) => {
      const emulator = await createEmulator({ service: "okta", port, baseUrl, seed: seed(users) });
      close = () => emulator.close();
      return { origin: `http://localhost:${port}`, headers: { authorization: "SSWS token-of-ada" } };
    },
    { before: (url, ask) => before(url, ask, superAdmins), after },
  );
  return {
    endpoints: { org: overlay.origin },
    typed: { domain },
    method: "token",
    authorizer: {
      headersFor: async () => ({ authorization: "SSWS token-of-ada" }),
      refresh: async () => false,
      secrets: () => ["token-of-ada"],
    },
    change: async (method, path, body = {}) => {
      const headers = { authorization: "SSWS token-of-ada", "content-type": "application/json" };
      const sent = { method, headers, ...(method !== "GET" && { body: JSON.stringify(body) }) };
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

function seed(users: readonly string[]) {
  return {
    tokens: Object.fromEntries(
      ["token-of-ada", pastedToken].map((token) => [token, { login: users[0]!, scopes: ["okta.users.manage"] }]),
    ),
    okta: {
      users: users.map((login) => ({ login, email: login, first_name: "A", last_name: "B" })),
      apps: [{ name: "clio", label: "Clio" }],
    },
  };
}

const policy = (id: string, type: string, settings?: object) => ({ id, name: id, type, status: "ACTIVE", settings });

/** Routes that emulate lacks, and the search that it does not know. */
async function before(
  url: URL,
  ask: (path: string) => Promise<any>,
  superAdmins: readonly string[],
): Promise<OverlayAnswer | undefined> {
  const idsOf = async (logins: readonly string[]): Promise<string[]> =>
    await Promise.all(logins.map(async (login) => (await ask(`/api/v1/users/${login}`)).id));
  const said = (body: unknown): OverlayAnswer => ({ status: 200, body });
  const { pathname: path, searchParams: query } = url;
  if (path === "/api/v1/users" && query.has("search"))
    return said(await ask(`/api/v1/users?limit=200&filter=${encodeURIComponent(query.get("search")!)}`));
  if (path === "/api/v1/apps" && query.get("filter")?.includes("saasure")) return said([]);
  if (path === "/api/v1/iam/assignees/users")
    return said({ value: [(await ask("/api/v1/users/me")).id, ...(await idsOf(superAdmins))].map((id) => ({ id })) });
  if (path.endsWith("/roles")) {
    const isSuper = (await idsOf(superAdmins)).some((id) => path.includes(`/${id}/`));
    return said([{ type: isSuper ? "SUPER_ADMIN" : "READ_ONLY_ADMIN", assignmentType: "USER", status: "ACTIVE" }]);
  }
  if (path.endsWith("/factors")) return said([{ factorType: "webauthn", status: "ACTIVE" }]);
  if (path === "/api/v1/policies") return said([policiesOf(query.get("type")!)]);
  if (path.endsWith("/rules")) return said([ruleOf(path.includes("access"))]);
  const quiet: Readonly<Record<string, unknown>> = {
    "/api/v1/org": { id: "00ohollis", companyName: "Hollis & Marsh", subdomain: "hollis-marsh" },
    "/api/v1/api-tokens": [],
    "/api/v1/logStreams": [{ id: "0oastream", name: "siem", status: "ACTIVE" }],
    "/api/v1/org/privacy/oktaSupport": { support: "DISABLED", expiration: null },
  };
  return path in quiet ? said(quiet[path]) : undefined;
}

function policiesOf(type: string) {
  if (type !== "PASSWORD") return policy(type === "ACCESS_POLICY" ? "access" : "session", type);
  const lockout = { maxAttempts: 10, autoUnlockMinutes: 30 };
  const complexity = { minLength: 12, dictionary: { common: { exclude: true } } };
  return policy("password", type, { password: { complexity, age: { historyCount: 4 }, lockout } });
}

function ruleOf(application: boolean) {
  const session = { maxSessionIdleMinutes: 60, maxSessionLifetimeMinutes: 720, usePersistentCookie: false };
  const signon = { access: "ALLOW", requireFactor: true, session };
  const appSignOn = { access: "ALLOW", verificationMethod: { factorMode: "2FA", type: "ASSURANCE" } };
  return {
    id: "catch-all",
    name: "Catch-all Rule",
    status: "ACTIVE",
    actions: application ? { appSignOn } : { signon },
  };
}

/** Emulate's assignments have no status. Its list of users has the deactivated as well, which Okta's leaves out. */
function after(url: URL, status: number, body: any): OverlayAnswer {
  if (status === 200 && /^\/api\/v1\/apps\/[^/]+\/users$/.test(url.pathname))
    return { status, body: body.map((item: object) => ({ ...item, status: "ACTIVE" })) };
  return { status, body };
}
