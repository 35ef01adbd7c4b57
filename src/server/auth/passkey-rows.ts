import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly backedUp: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** What of a row `presentPasskey` shows. */
export const passkeyColumns = ["id", "name", "backed_up", "created_at", "last_used_at"] as const;

/** A passkey as its owner sees it. */
export function presentPasskey(row: {
  id: string;
  name: string;
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}): Passkey {
  return {
    id: row.id,
    name: row.name,
    backedUp: row.backed_up,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** An account's passkeys, as a browser is told which ones are meant. */
export async function descriptorsOf(db: Kysely<DB>, userId: string) {
  const rows = await db
    .selectFrom("auth.passkeys")
    .select(["credential_id", "transports"])
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => ({ id: row.credential_id.toString("base64url"), transports: row.transports }));
}
