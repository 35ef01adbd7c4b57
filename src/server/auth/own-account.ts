import { sql } from "kysely";
import type { Kysely } from "kysely";
import { asCaller } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import type { DB } from "../db/types.gen.ts";
import { recordAct } from "../ledger/record-act.ts";
import { accountDeleted } from "../mail/templates/account-notices.ts";
import type { Outbox } from "../mail/outbox.ts";
import { refuse } from "../refusal.ts";

interface Membership {
  readonly company_id: string;
  readonly name: string;
  readonly role: string;
}

async function membershipsOf(databases: Databases, userId: string): Promise<readonly Membership[]> {
  return await asCaller(databases.user, { userId }, async (tx) => {
    const { rows } = await sql<Membership>`SELECT m.company_id, c.name,
        CASE WHEN c.owner_id = ${userId} THEN 'owner' ELSE m.role END AS role FROM app.my_memberships() m
      JOIN app.companies c ON c.id = m.company_id ORDER BY c.name`.execute(tx);
    return rows;
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
    identities: await of("identities", "issuer, subject, created_at", "created_at"),
    authenticatorApps: await of("totp_secrets", "created_at, confirmed_at", "created_at"),
    passkeys: await of("passkeys", "name, created_at, last_used_at, backed_up", "created_at"),
    recoveryCodes: await of("recovery_codes", "used_at", "used_at"),
    devices: await of("devices", "user_agent, first_seen_at, last_seen_at", "first_seen_at"),
    sessions: await of("sessions", "method, created_at, last_used_at, expires_at, address, user_agent", "created_at"),
    signIns: await of("sign_ins", "at, method, outcome, new_device, address, user_agent", "at"),
  };
}

/**
 * Deletes an account for good: the person leaves each company, whose ledger says so, and everything in the schema auth goes.
 * What they filed stays with its companies. Refuses `account-owns-company`.
 */
export async function deleteAccount(
  { databases, outbox, appUrl, now }: { databases: Databases; outbox: Outbox; appUrl: string; now: () => Date },
  userId: string,
): Promise<void> {
  const memberships = await membershipsOf(databases, userId);
  if (memberships.some(({ role }) => role === "owner")) refuse("account-owns-company");
  for (const { company_id: companyId, role } of memberships) {
    // Nobody is kept in a company for want of a second factor.
    await asCaller(databases.user, { userId, companyId, secondFactor: true }, async (tx) => {
      await recordAct(tx, { userId }, "member.left", { subject: userId, details: { role } });
      await tx
        .deleteFrom("app.company_members")
        .where("user_id", "=", userId)
        .where("company_id", "=", companyId)
        .execute();
    });
  }
  await databases.auth.transaction().execute(async (tx) => {
    const user = await tx
      .deleteFrom("auth.users")
      .where("id", "=", userId)
      .returning(["email", "first_name as firstName", "last_name as lastName"])
      .executeTakeFirst();
    if (!user) return;
    await forgetEverywhere(tx, userId, user.email);
    await outbox.enqueue(tx, accountDeleted({ user, appUrl, at: now() }));
  });
}

async function forgetEverywhere(tx: Kysely<DB>, userId: string, email: string): Promise<void> {
  await tx.deleteFrom("app.profiles").where("id", "=", userId).execute();
  await tx.deleteFrom("auth.one_time_links").where("email", "=", email).execute();
  await tx.deleteFrom("auth.link_requests").where("email", "=", email).execute();
}
