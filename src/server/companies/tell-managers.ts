import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import type { Mail, Outbox } from "../mail/outbox.ts";
import type { Addressee } from "../mail/templates/company-deletion.ts";

/** Tells everybody who runs the company that it will end, or will not. */
export async function tellManagers(outbox: Outbox, tx: Tx, write: (manager: Addressee) => Mail): Promise<void> {
  const { rows } = await sql<Addressee>`SELECT email, first_name AS "firstName", last_name AS "lastName"
    FROM app.team() WHERE role IN ('owner', 'admin')`.execute(tx);
  for (const manager of rows) await outbox.enqueue(tx, write(manager));
}
