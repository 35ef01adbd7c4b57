import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { DeniedDevice } from "#domain/tasks/of-duties.ts";
import type { TaskFacts } from "#domain/tasks/tasks.ts";
import type { Tx } from "../db/as-caller.ts";
import { readNamedDevices } from "../proposals/read-named-devices.ts";
import { readDismissed } from "../registers/read-dismissed.ts";
import { mayIn } from "../registers/rights.ts";

/** What holders of devices say that whoever keeps the register has to look at: those that they do not have, and those that are missing. */
export async function readHolders(
  tx: Tx,
  companyId: string,
  role: string,
): Promise<Pick<TaskFacts, "denied" | "named">> {
  const register = findRegister("devices")!;
  if (!mayIn(register, "write", role)) return { denied: [], named: [] };
  const { rows } = await sql<
    Omit<DeniedDevice, "number"> & { number: number }
  >`SELECT r.id, r.number::integer AS number,
      r.fields ->> 'name' AS name, p.fields ->> 'name' AS holder, q.answer = 'lost' AS "isLost", q.answered_at AS "saidAt"
    FROM app.device_questions q JOIN app.records r ON r.company_id = q.company_id AND r.id = q.device_id AND r.ended_at IS NULL
    JOIN app.records p ON p.company_id = q.company_id AND p.id = q.person_id
    WHERE q.company_id = ${companyId} AND q.answer IN ('denies', 'lost') ORDER BY r.number LIMIT 500`.execute(tx);
  const named = await readNamedDevices(tx, companyId);
  const dismissed = named.length > 0 ? await readDismissed(tx, companyId, register.key) : new Set<string>();
  return {
    denied: rows.map((row) => ({ ...row, number: recordNumber(register, row.number) })),
    named: named.flatMap(({ proposal, namedAt }) =>
      dismissed.has(proposal.key) ? [] : { key: proposal.key, namedAt },
    ),
  };
}
