import { sql } from "kysely";
import { sha256 } from "../tokens.ts";
import type { SessionDeps } from "./session-deps.ts";

/** Whether the browser is one in which this account signed in before. */
export async function isKnownDevice(
  { db, cookies }: Pick<SessionDeps, "db" | "cookies">,
  email: string,
  cookie: string | undefined,
): Promise<boolean> {
  const token = cookies.read(cookie, "device") ?? "";
  const { rows } = await sql`SELECT FROM auth.devices d JOIN auth.users u ON u.id = d.user_id
    WHERE u.email = ${email.toLowerCase()} AND d.token_sha256 = ${sha256(token)}`.execute(db);
  return rows.length > 0;
}
