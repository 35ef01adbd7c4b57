import { sql } from "kysely";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { isReadByAll, newSalt } from "./ledger-lines.ts";
import { holdRecord, presentRecord } from "./record-rows.ts";
import { openRegister } from "./rights.ts";
import { detailsOf, writeVersion } from "./write-record.ts";

/**
 * Takes an approval back, whoever gave it: the record waits for another one. What it says stays, and what rested on it is judged again.
 * Refuses `record-changed`, `record-not-approved`, and for a legal hold `record-held`.
 */
export function withdrawApproval({ now }: { readonly now: () => Date }): HandlersOf<"registers">["withdrawApproval"] {
  return async ({ input: { register: key, recordId, version, reason }, caller, tx }) => {
    const register = openRegister(key, caller, "approve");
    const row = await holdRecord(tx, caller, register, recordId);
    if (row.version !== version) return fail("record-changed");
    if (!row.approved_at || row.ended_at) return fail("record-not-approved");
    // The database keeps it with the change, in the history of the record.
    await sql`SELECT set_config('app.reason', ${reason}, true)`.execute(tx);
    await writeVersion(tx, row, { ...caller, at: now(), salt: newSalt() }, { approved: false });
    const answer = await presentRecord(tx, register, row.id, caller, now());
    const details = detailsOf(register, answer);
    return { answer, entry: { subject: row.id, details: isReadByAll(register) ? { ...details, reason } : details } };
  };
}
