import { createHash } from "node:crypto";
import { findRegister } from "#catalog/registers/index.ts";
import { applyFields } from "#domain/registers/record-changes.ts";
import type { RecordFields } from "#domain/registers/register.ts";
import { hmacSha256 } from "#server/hmac.ts";
import { digestOfMany, ledgerLines } from "#server/registers/ledger-lines.ts";
import type { Ask, Change } from "./replayed-registers.ts";

/** Changes that their entry of the ledger does not hold: its leaf, its commitment, and what it says of each field. */
export async function unheldChanges(ask: Ask, company: string, changes: readonly Change[]): Promise<string[]> {
  const acts = new Map<number, any>(
    (
      await ask(
        `SELECT a.seq, a.details, a.salt, e.entry, e.leaf_hash FROM app.ledger_acts a
          JOIN app.ledger_entries e ON e.company_id = a.company_id AND e.seq = a.seq WHERE a.company_id = $1`,
        [company],
      )
    ).map((row) => [Number(row.seq), row]),
  );
  const before = new Map<string, RecordFields>();
  const unheld: string[] = [];
  for (const [index, of] of Map.groupBy(changes, ({ ledger_index: at }) => at)) {
    const all = of.map((change) => {
      const was = before.get(change.record_id) ?? {};
      const after = applyFields(
        was,
        Object.fromEntries(change.changes.map(({ field, after: value }) => [field, value])),
      );
      before.set(change.record_id, after);
      return { id: change.record_id, before: was, after, salt: change.salt, change };
    });
    const act = acts.get(index);
    const leaf =
      act &&
      createHash("sha256")
        .update(Buffer.from([0]))
        .update(act.entry)
        .digest();
    const isLeaf = act !== undefined && leaf.equals(act.leaf_hash);
    const isCommitted = isLeaf && JSON.parse(act.entry).c === hmacSha256(act.salt, String(act.details), "base64");
    const details = isCommitted ? JSON.parse(act.details) : {};
    const register = findRegister(of[0]!.register)!;
    const isSaid =
      typeof details.digest === "string"
        ? details.digest === digestOfMany(register, all)
        : of.length === 1 &&
          details.version === of[0]!.version &&
          (of[0]!.changes.length === 0 ||
            JSON.stringify(details.changes) === JSON.stringify(ledgerLines(register, of[0]!.changes, of[0]!.salt)));
    if (!isCommitted || !isSaid)
      unheld.push(...of.map(({ register: key, number, version }) => `${index} ${key} ${number} v${version}`));
  }
  return unheld;
}
