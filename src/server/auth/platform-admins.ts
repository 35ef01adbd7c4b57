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
    return made.rowCount === 1 ? "granted" : "already";
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
    return ended.rowCount === 1 ? "revoked" : "already";
  });
}

async function findUser(client: pg.Client, email: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>("SELECT id FROM auth.users WHERE email = $1", [
    email.toLowerCase(),
  ]);
  return rows[0]?.id;
}
