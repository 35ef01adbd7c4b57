import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Mail, Outbox } from "../mail/outbox.ts";
import type { Addressee } from "../mail/templates/company-deletion.ts";

/** Tells everybody who runs the company that it will end, or will not. */
export async function tellManagers(outbox: Outbox, tx: Tx, write: (manager: Addressee) => Mail): Promise<void> {
  for (const { role, email, first_name: firstName, last_name: lastName } of await callFunction(tx, "app.team", []))
    if (role === "owner" || role === "admin")
      await outbox.enqueue(tx, write({ email, firstName: firstName ?? "", lastName: lastName ?? "" }));
}
