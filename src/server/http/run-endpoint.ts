import { sql } from "kysely";
import pg from "pg";
import { findRegister } from "#catalog/registers/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { can } from "#domain/access.ts";
import type { CompanyAction, CompanyRole } from "#domain/access.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import { callFunction, functionOf } from "../db/functions.ts";
import { asCaller, asCallerAsking } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import type { Position } from "../db/standby.ts";
import { retryConflicts } from "../db/retry-conflicts.ts";
import { renouncePrivilege } from "../db/without-privilege.ts";
import type { Changed } from "../endpoints/handler.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import type { Caller } from "../endpoints/caller.ts";
import { recordAct } from "../ledger/record-act.ts";
import { Behind, readAtStandby } from "./read-at-standby.ts";
import { fail, AppError } from "../app-error.ts";
import type { Session } from "../endpoints/session.ts";

/** Who sent a request, and how it may be answered; read once per request. */
export interface RequestContext {
  readonly request: RequestMeta;
  readonly session: Session | undefined;
}

/** What takes a whole file out of the company, and with it nothing privileged, whoever asks. */
const leavesTheCompany: ReadonlySet<string> = new Set<CompanyAction>([
  "company.export",
  "activity.export",
  "exports.create",
]);

type Input = Readonly<Record<string, unknown>>;

/** Runs a query or a change as the caller, in one transaction together with the ledger entry of a change. */
export async function runInTransaction(
  databases: Databases,
  endpoint: NamedEndpoint,
  handler: (ask: { input: Input; caller: Caller; tx: Tx }) => Promise<unknown>,
  input: Input,
  arrival: RequestContext,
): Promise<unknown> {
  const there = await readAtStandby(databases, endpoint, (copy, since) =>
    openCaller(copy, endpoint, input, arrival, since)((tx, caller) => handler({ input, caller, tx })),
  );
  if (there) return there.answer;
  const inTransaction = openCaller(databases, endpoint, input, arrival);
  const run = () =>
    inTransaction(async (tx, caller) => {
      const result = await handler({ input, caller, tx });
      if (endpoint.kind !== "change") return result;
      const { answer, entry, lastly } = result as Changed<unknown>;
      if (entry !== "unchanged") await recordAct(tx, caller, endpoint.records ?? endpoint.name, entry);
      await lastly?.();
      return answer;
    });
  return await retryConflicts(run);
}

/** The id of who is signed in; refuses with the endpoint's own sentence when nobody is. */
export function requireUser(endpoint: NamedEndpoint, { session }: RequestContext): string {
  return session?.userId ?? fail(endpoint.signedOut ?? "signed-out");
}

const CONFIRMED_FOR = 15 * 60_000;

/** Who is signed in, and showed it lately where the endpoint asks for that. */
export function requireSession(endpoint: NamedEndpoint, { session }: RequestContext, now: Date): Session {
  if (!session) return fail(endpoint.signedOut ?? "signed-out");
  if (endpoint.confirmed && now.getTime() - session.authenticatedAt.getTime() > CONFIRMED_FOR)
    return fail("confirm-identity");
  return session;
}

/** Runs what only a platform admin may do, in a transaction as that person; everyone else is refused. */
export async function runAsPlatformAdmin<T>(databases: Databases, session: Session, work: (tx: Tx) => Promise<T>) {
  const { userId, hasSecondFactor } = session;
  return await retryConflicts(() =>
    asCaller(databases.user, { userId, secondFactor: hasSecondFactor }, async (tx) => {
      const listed = sql<boolean>`EXISTS (SELECT FROM app.platform_admins WHERE id = ${userId})`.as("listed");
      const asked = tx.selectNoFrom([functionOf("app.is_platform_admin", []).as("admin"), listed]);
      const bounds = await asked.executeTakeFirstOrThrow();
      if (!bounds.listed) return fail("forbidden");
      if (!bounds.admin) return fail("second-factor-required");
      return await work(tx);
    }),
  );
}

/**
 * The door every endpoint but an account's passes: a session where one is needed, and the role that the database
 * sees in this transaction. Another company's id is answered exactly like one that does not exist. On a standby nothing is done that
 * has not been replayed up to `since`: throws {@link Behind}.
 */
export function openCaller(
  databases: Databases,
  endpoint: NamedEndpoint,
  input: Input,
  arrival: RequestContext,
  since?: Position,
) {
  const userId = requireUser(endpoint, arrival);
  const companyId = typeof input["companyId"] === "string" ? input["companyId"] : undefined;
  const secondFactor = arrival.session?.hasSecondFactor ?? false;
  const token = arrival.session?.token;

  const caller = { userId, companyId: companyId ?? token?.companyId ?? "", secondFactor };
  // What passes this door more than once is one request, and one look.
  let looked = false;
  const asked = `${replayedAsked(since)}${membershipAsked(databases.user, token !== undefined)}`;
  return async <T>(work: (tx: Tx, caller: Caller) => Promise<T>, reservation?: string): Promise<T> => {
    const outcome = await asCallerAsking(databases.user, { ...caller, reservation }, asked, async (tx, known) => {
      const { role, api, replayed } = known as unknown as Membership;
      if (since !== undefined && replayed !== "true") throw new Behind();
      if (endpoint.access === "signed-in" || endpoint.access === "anyone") {
        // What a token's maker may see elsewhere is not the token's to show, and without a role here, nothing.
        if (token && !role) return fail("token-invalid");
        if (token && !api) return fail("api-access-off");
        return { answer: await work(tx, { userId, companyId: token?.companyId ?? "", role: "viewer", secondFactor }) };
      }
      if (companyId === undefined || (token && token.companyId !== companyId)) return fail("not-found");
      if (!role && !token && (await isAuditor(tx))) {
        if (!can("auditor", endpoint.access as CompanyAction)) return fail("forbidden");
        // What an auditor writes goes through functions of the database: no table takes it.
        if (endpoint.kind === "change")
          return { answer: await work(tx, { userId, companyId, role: "auditor", secondFactor }) };
        if (!looked) {
          await takeLook(tx, companyId, userId);
          await recordAct(tx, { userId }, "audit.viewed", await lookedAt(tx, endpoint, input));
        }
        return "audit" as const;
      }
      if (!role) return fail((await isMember(tx, companyId)) ? "second-factor-required" : "not-found");
      if (token || leavesTheCompany.has(endpoint.access)) await renouncePrivilege(tx);
      if (token && !api) return fail("api-access-off");
      if (!can(role, endpoint.access as CompanyAction)) return fail("forbidden");
      const sessionId = token ? undefined : arrival.session?.id;
      const through = { token: token?.name, pipeline: token?.pipeline, sessionId };
      return { answer: await work(tx, { userId, companyId, role, secondFactor, ...through }) };
    });
    if (outcome !== "audit") return outcome.answer;
    looked = true;
    // The look is in the ledger by now, and is answered by a role that may only read.
    return await asCaller(databases.auditor, caller, (tx) =>
      work(tx, { userId, companyId: caller.companyId, role: "auditor", secondFactor }),
    );
  };
}

const LOOKS_PER_MINUTE = 600;

/** Each look is an entry that the company keeps for ever: nobody from outside makes as many as they like. */
async function takeLook(tx: Tx, companyId: string, userId: string): Promise<void> {
  const wait = await callFunction(tx, "app.take_turn", [`looks|${companyId}|${userId}`, LOOKS_PER_MINUTE, 60, 1]);
  if (wait > 0) throw new AppError("too-many-requests", { retryAfterSeconds: wait });
}

/** What an auditor looks at, as the ledger keeps it. An id that is not theirs to see is not repeated there. */
async function lookedAt(tx: Tx, endpoint: NamedEndpoint, input: Input) {
  const { evidenceId, controlId, projectId } = input;
  const register = typeof input["register"] === "string" ? findRegister(input["register"])?.label : undefined;
  const item = functionOf("app.audited_item", [sql<string | null>`${evidenceId ?? null}`]).as("number");
  const ofProject = functionOf("app.audited_project", [sql<string | null>`${projectId ?? null}`]).as("project");
  const { number, project } = await tx.selectNoFrom([item, ofProject]).executeTakeFirstOrThrow();
  const details = {
    endpoint: endpoint.name,
    ...(typeof controlId === "string" && { control: controlId }),
    ...(number !== null && { exhibit: formatExhibitNumber(number), ...(register && { register }) }),
    ...(project !== null && { project }),
  };
  const subject = [number !== null && evidenceId, controlId, project !== null && projectId].find(
    (item) => typeof item === "string",
  );
  return { subject: typeof subject === "string" ? subject : endpoint.name, details };
}

async function isAuditor(tx: Tx): Promise<boolean> {
  return (await callFunction(tx, "app.audited", [])) !== null;
}

/** Asked only where no role was found: a member who lacks the second factor is told what is missing. */
async function isMember(tx: Tx, companyId: string): Promise<boolean> {
  const own = tx.selectFrom(functionOf("app.my_memberships", []).as("m")).select("company_id");
  return (await own.where("company_id", "=", companyId).executeTakeFirst()) !== undefined;
}

/** What the database says of the caller as the transaction begins. */
interface Membership {
  readonly role: CompanyRole | null;
  /** Asked of tokens alone. */
  readonly api: boolean | null;
  /** On a standby whether it has replayed what it was asked for. */
  readonly replayed: string | null;
}

/**
 * Asks a standby whether it is one and has replayed so much. In a statement of its own: those that follow see at least that, and one that
 * asked for both might read first and look afterwards.
 */
function replayedAsked(since: Position | undefined): string {
  if (since === undefined) return "";
  const position = pg.escapeLiteral(since);
  return `SELECT set_config('app.replayed', (pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${position}::pg_lsn)::text, true); `;
}

function membershipAsked(db: Databases["user"], token: boolean): string {
  const role = functionOf("app.my_role", []).as("role");
  const api = token ? functionOf("app.api_access", []) : sql<null>`NULL::boolean`;
  const replayed = sql<string | null>`current_setting('app.replayed', true)`;
  return db.selectNoFrom([role, api.as("api"), replayed.as("replayed")]).compile().sql;
}
