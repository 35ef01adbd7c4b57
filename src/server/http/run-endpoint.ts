import { sql } from "kysely";
import { can } from "#domain/access.ts";
import type { CompanyAction, CompanyRole } from "#domain/access.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import type { AskingMember, RequestFacts } from "../features/handlers.ts";
import { isPlatformAdmin } from "../auth/platform-admin.ts";
import { recordAct } from "../ledger/record-act.ts";
import type { Entry } from "../ledger/record-act.ts";
import { refuse } from "../refusal.ts";
import type { Session } from "../auth/sessions.ts";

/** Who sent a request, and how it may be answered; read once per request. */
export interface Arrival {
  readonly request: RequestFacts;
  readonly session: Session | undefined;
}

type Input = Readonly<Record<string, unknown>>;

/** Runs a query or a change as the caller, in one transaction together with the ledger entry of a change. */
export async function runInTransaction(
  databases: Databases,
  endpoint: NamedEndpoint,
  handler: (ask: { input: Input; caller: AskingMember; tx: Tx }) => Promise<unknown>,
  input: Input,
  arrival: Arrival,
): Promise<unknown> {
  return await openCaller(
    databases,
    endpoint,
    input,
    arrival,
  )(async (tx, caller) => {
    const result = await handler({ input, caller, tx });
    if (endpoint.kind !== "change") return result;
    const { answer, entry } = result as { answer: unknown; entry: Entry };
    await recordAct(tx, caller, endpoint.records ?? endpoint.name, entry);
    return answer;
  });
}

/** The id of who is signed in; refuses with the endpoint's own sentence when nobody is. */
export function requireUser(endpoint: NamedEndpoint, { session }: Arrival): string {
  return session?.userId ?? refuse(endpoint.signedOut ?? "signed-out");
}

/**
 * The door every endpoint but an account's passes: a session where one is needed, and the role that the database
 * sees in this transaction. Another company's id is answered exactly like one that does not exist.
 */
export function openCaller(databases: Databases, endpoint: NamedEndpoint, input: Input, arrival: Arrival) {
  const userId = requireUser(endpoint, arrival);
  const companyId = typeof input["companyId"] === "string" ? input["companyId"] : undefined;
  return async <T>(work: (tx: Tx, caller: AskingMember) => Promise<T>): Promise<T> =>
    await asCaller(databases.user, { userId, companyId }, async (tx) => {
      if (endpoint.access === "signed-in" || endpoint.access === "anyone") {
        return await work(tx, { userId, companyId: "", role: "viewer" });
      }
      if (endpoint.access === "platform-admin") {
        if (!(await isPlatformAdmin(tx))) return refuse("forbidden");
        return await work(tx, { userId, companyId: "", role: "viewer" });
      }
      const role = await findRole(tx);
      if (!role || companyId === undefined) return refuse("not-found");
      if (!can(role, endpoint.access as CompanyAction)) return refuse("forbidden");
      return await work(tx, { userId, companyId, role });
    });
}

async function findRole(tx: Tx): Promise<CompanyRole | undefined> {
  const { rows } = await sql<{ role: CompanyRole | null }>`SELECT app.my_role() AS role`.execute(tx);
  return rows[0]?.role ?? undefined;
}
