import { sql } from "kysely";
import { callFunction, functionOf } from "../db/functions.ts";
import { actAs, asCaller } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import { retryConflicts } from "../db/retry-conflicts.ts";
import { recordAct } from "../ledger/record-act.ts";
import { accountDeleted } from "../mail/templates/account-notices.ts";
import type { Outbox } from "../mail/outbox.ts";
import { fail, violatedConstraint } from "../app-error.ts";

interface Membership {
  readonly company_id: string;
  readonly name: string;
  readonly role: string;
}

async function membershipsOf(databases: Databases, userId: string): Promise<readonly Membership[]> {
  return await asCaller(databases.user, { userId }, async (tx) => {
    return await tx
      .selectFrom(functionOf("app.my_memberships", []).as("m"))
      .innerJoin("app.companies as c", "c.id", "m.company_id")
      .select(["m.company_id", "c.name"])
      .select(sql<string>`CASE WHEN c.owner_id = ${userId} THEN 'owner' ELSE m.role END`.as("role"))
      .orderBy("c.name")
      .execute();
  });
}

/** Everything that is kept about a person as a person. What they filed is their companies'. */
export async function exportAccount(databases: Databases, userId: string): Promise<Record<string, unknown>> {
  const rowsOf = async (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
    (await query.execute(databases.auth)).rows;
  const of = (table: string, columns: string, order: string) =>
    rowsOf(sql<Record<string, unknown>>`SELECT ${sql.raw(columns)} FROM auth.${sql.raw(table)}
      WHERE user_id = ${userId} ORDER BY ${sql.raw(order)}`);
  const [user] = await rowsOf(
    sql`SELECT id, email, first_name, last_name, created_at FROM auth.users WHERE id = ${userId}`,
  );
  return {
    user,
    memberships: await membershipsOf(databases, userId),
    bounds: await rowsOf(sql`SELECT platform_role, disabled_at FROM app.account_bounds WHERE user_id = ${userId}`),
    passwords: await of("passwords", "changed_at", "changed_at"),
    identities: await of("identities", "issuer, subject, created_at, disconnected_at", "created_at"),
    authenticatorApps: await of("totp_secrets", "created_at, confirmed_at", "created_at"),
    passkeys: await of("passkeys", "name, created_at, last_used_at, backed_up", "created_at"),
    recoveryCodes: await of("recovery_codes", "used_at", "used_at"),
    devices: await of("devices", "user_agent, first_seen_at, last_seen_at", "first_seen_at"),
    sessions: await of("sessions", "method, created_at, last_used_at, expires_at, address, user_agent", "created_at"),
    signIns: await of("sign_ins", "at, method, outcome, new_device, address, user_agent", "at"),
  };
}

/**
 * Deletes an account for good, in one transaction that holds the account with all its companies: the person leaves each
 * company, whose ledger says so, what they issued there ends, and everything in the schema auth goes. What they filed stays
 * with its companies. Refuses `account-owns-company`, also where a company is handed to the account in this moment.
 */
export async function deleteAccount(
  { databases, outbox, appUrl, now }: { databases: Databases; outbox: Outbox; appUrl: string; now: () => Date },
  userId: string,
): Promise<void> {
  const remove = async (tx: Tx) => {
    const held = await callFunction(tx, "app.hold_own_account", []);
    if (held.some(({ role }) => role === "owner")) fail("account-owns-company");
    for (const { company_id: companyId, role } of held) {
      // Nobody is kept in a company for want of a second factor.
      await actAs(tx, { userId, companyId, secondFactor: true });
      // Nobody writes in the ledger of a company that has suspended them; the row goes all the same, with the account.
      const may = (await callFunction(tx, "app.tenant", [])) !== null;
      if (may) await recordAct(tx, { userId }, "member.left", { subject: userId, details: { role } });
    }
    await actAs(tx, { userId });
    const [gone] = await callFunction(tx, "app.delete_own_account", []);
    if (!gone) return;
    const user = { email: gone.email, firstName: gone.first_name, lastName: gone.last_name };
    await outbox.enqueue(tx, accountDeleted({ user, appUrl, at: now() }));
  };
  try {
    await retryConflicts(() => asCaller(databases.user, { userId }, remove));
  } catch (error) {
    if (violatedConstraint(error) === "account_held") fail("account-held", error);
    if (violatedConstraint(error) === "account_owns_company") fail("account-owns-company", error);
    throw error;
  }
}
