import { exceptionKinds, inForce } from "#connectors/exceptions.ts";
import type { Exception, ExceptionKind } from "#connectors/exceptions.ts";
import { findRegister } from "#catalog/registers/index.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";

const isExceptionKind = (kind: string): kind is ExceptionKind => (exceptionKinds as readonly string[]).includes(kind);

/**
 * The approvals that leave resources of a connection's system out, and its emergency changes that were reviewed, read as that connection, in the
 * order of their numbers.
 */
export async function readExceptions(tx: Tx, now: Date): Promise<readonly Exception[]> {
  const { prefix } = findRegister("approvals")!;
  const rows = await callFunction(tx, "app.connection_exceptions", [[...exceptionKinds]]);
  const all = rows.flatMap((row): Exception[] => {
    const { kind, subject, reason } = row;
    if (!isExceptionKind(kind)) return [];
    return [
      {
        kind,
        subject,
        record: `${prefix}-${row.number}`,
        reason,
        askedBy: row.asked_by,
        approvedBy: row.approved_by,
        another: row.another,
        approvedOn: row.approved_on,
        until: row.until,
      },
    ];
  });
  return inForce([...all, ...(await readEmergencies(tx))], now);
}

async function readEmergencies(tx: Tx): Promise<readonly Exception[]> {
  const { prefix } = findRegister("emergencies")!;
  const rows = await callFunction(tx, "app.connection_emergencies", []);
  return rows.map((row) => ({
    kind: "emergency-change",
    subject: row.subject,
    record: `${prefix}-${row.number}`,
    reason: row.reason,
    askedBy: row.asked_by,
    approvedBy: row.approved_by,
    another: row.another,
    approvedOn: row.approved_on,
    until: row.until,
  }));
}
