import * as z from "zod";
import type { Account, ProbeContext } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import { ask, read } from "./request.ts";

const installation = z.object({
  account: z.object({ id: z.number().int(), login: z.string(), type: z.string() }),
  permissions: z.record(z.string(), z.string()),
  repository_selection: z.string(),
  suspended_at: z.string().nullish(),
});

const organization = z.object({ id: z.number().int(), login: z.string() });

/** The organization behind a connection, by its number, which survives a new name. */
export async function probe(context: ProbeContext): Promise<Account> {
  return context.method === "app" ? probeInstallation(context) : probeToken(context);
}

async function probeInstallation({ http, typed }: ProbeContext): Promise<Account> {
  const path = `/app/installations/${encodeURIComponent(typed["installationId"] ?? "")}`;
  // Asked as the App: an installation does not know what it was granted.
  const { data } = await read(http, ask(path), installation);
  if (data.suspended_at) throw new RequestFailed("denied", "the app is suspended by the organization");
  if (data.account.type !== "Organization")
    throw new RequestFailed("unavailable", "the app is installed on a personal account, not on an organization");
  return {
    id: String(data.account.id),
    label: data.account.login,
    granted: Object.entries(data.permissions).map(([name, level]) => `${name}:${level}`),
    facts: { organization: data.account.login, repositories: data.repository_selection },
  };
}

async function probeToken({ http, typed }: ProbeContext): Promise<Account> {
  const path = `/orgs/${encodeURIComponent(typed["organization"] ?? "")}`;
  const { data, answer } = await read(http, ask(path), organization);
  // Only classic tokens have scopes; of a fine-grained one GitHub does not tell.
  const scopes = answer.headers["x-oauth-scopes"];
  return {
    id: String(data.id),
    label: data.login,
    granted: scopes
      ?.split(",")
      .map((scope) => scope.trim())
      .filter((scope) => scope !== ""),
    facts: { organization: data.login },
  };
}
