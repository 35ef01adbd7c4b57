import type pg from "pg";
import { asDefiner } from "../db/as-definer.ts";

interface Instance {
  readonly adminUrl: string;
}

/** Makes the account of an address a platform admin; `unknown` when the address has no account. */
export async function grantPlatformAdmin(
  instance: Instance,
  email: string,
): Promise<"granted" | "already" | "unknown"> {
  return await asDefiner(instance, async (client) => {
    const id = await findUser(client, email);
    if (id === undefined) return "unknown";
    const made = await client.query("INSERT INTO app.platform_admins (id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
    // Nothing bounds an admin: what a platform admin had set before must not stay behind.
    await client.query("UPDATE app.account_bounds SET platform_role = 'manager' WHERE user_id = $1", [id]);
    if (made.rowCount !== 1) return "already";
    await note(client, "user.roleChanged", email, { to: "admin" });
    return "granted";
  });
}

/** Takes the right away again, at once and for every session; `unknown` when the address has no account. */
export async function revokePlatformAdmin(
  instance: Instance,
  email: string,
): Promise<"revoked" | "already" | "unknown"> {
  return await asDefiner(instance, async (client) => {
    const id = await findUser(client, email);
    if (id === undefined) return "unknown";
    const ended = await client.query("DELETE FROM app.platform_admins WHERE id = $1", [id]);
    if (ended.rowCount !== 1) return "already";
    await note(client, "user.roleChanged", email, { from: "admin", to: "manager" });
    return "revoked";
  });
}

async function note(client: pg.Client, act: string, email: string, details: object): Promise<void> {
  await client.query(
    "INSERT INTO app.operator_acts (actor, act, subject, details) VALUES ('command line', $1, $2, $3)",
    [act, email.toLowerCase(), JSON.stringify(details)],
  );
}

async function findUser(client: pg.Client, email: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>("SELECT id FROM auth.users WHERE email = $1", [
    email.toLowerCase(),
  ]);
  return rows[0]?.id;
}
