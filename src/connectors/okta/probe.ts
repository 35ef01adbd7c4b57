import * as z from "zod";
import type { Account, ProbeContext } from "../connector.ts";
import { linkedRows } from "../link-pages.ts";
import { ask, read } from "./request.ts";
import { scopeNames } from "./scopes.ts";
import { ifReadable } from "../observe.ts";

const organization = z.object({ id: z.string(), companyName: z.string().nullish(), subdomain: z.string().nullish() });
const grant = z.object({ scopeId: z.string(), status: z.string().nullish() });
const role = z.object({ type: z.string(), status: z.string().nullish() });

/** The organization behind a connection, and what our service app, or the owner of the token, was granted. */
export async function probe(context: ProbeContext): Promise<Account> {
  const { data } = await read(context.http, ask("/api/v1/org"), organization);
  return {
    id: data.id,
    label: data.companyName || context.typed["domain"] || data.id,
    granted: context.method === "service-app" ? await grantsOf(context) : await rolesOf(context),
    facts: { domain: context.typed["domain"] ?? "" },
  };
}

/** Scopes of the service app, also those that we never ask for: whoever granted one that writes has to hear of it. */
async function grantsOf({ http, typed }: ProbeContext): Promise<readonly string[] | undefined> {
  const path = `/api/v1/apps/${encodeURIComponent(typed["clientId"] ?? "")}/grants`;
  const grants = await ifReadable(() => linkedRows(http, ask(path, { limit: 200 }), grant));
  return grants?.filter((grant) => grant.status !== "INACTIVE").map((grant) => grant.scopeId);
}

/** A token has no scopes: it may read all that ours name, and whatever the roles of its owner add. */
async function rolesOf({ http }: ProbeContext): Promise<readonly string[] | undefined> {
  const roles = await ifReadable(async () => {
    const { data: owner } = await read(http, ask("/api/v1/users/me"), z.object({ id: z.string() }));
    return linkedRows(http, ask(`/api/v1/users/${owner.id}/roles`), role);
  });
  return roles && [...scopeNames, ...roles.map((role) => `role:${role.type}`)];
}
