import { findDocument } from "#catalog/index.ts";
import { receivedDocuments } from "#catalog/received.ts";
import type { ReceivedDocument } from "#catalog/received.ts";
import { findSealed } from "#catalog/registers/index.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { aboutRows } from "./about-rows.ts";
import { countsUntil, latest } from "./filed-within-year.ts";
import { saidOnce } from "./judging-order.ts";
import type { DocumentVerdict } from "./policy-documents.ts";
import { judgedCheck, registerChecks } from "./register-checks.ts";
import { dayOf, endOfDay } from "./days.ts";
import { hasValue, isExhibitOnFile, isFiled, isUnknown, notConfirmed, passes, some, textOf } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

/** What registers say of an expected document, and which registers that rests on. */
interface ReceivedVerdict extends DocumentVerdict {
  readonly asks: readonly string[];
}

/**
 * What registers say of the expected documents that are received: on file and reviewed while a record has its file and the day or the period
 * that it is of, another person approved that record, and the checks pass that say of whom or what there must be one. Of a document whose
 * register nobody uses they say nothing.
 */
export function ofReceivedDocuments(inputs: RegisterInputs): readonly ReceivedVerdict[] {
  return receivedDocuments.flatMap((received): ReceivedVerdict[] => {
    const { document, register } = received;
    const asked = received.asks.map((check) => registerChecks[check]!);
    const asks = [register, ...asked.flatMap((check) => check.asks)];
    const reads = [...asks, ...asked.flatMap((check) => check.reads ?? [])];
    return isUsed(inputs, register) ? [saidOnce({ document, reads, asks }, () => onFile(received, inputs))] : [];
  });
}

const isUsed = ({ register }: RegisterInputs, key: string): boolean =>
  aboutRows(register(key)).size > 0 || register(key).confirmedUntil !== null;

function onFile(received: ReceivedDocument, inputs: RegisterInputs): RegisterVerdict {
  const { register, now } = inputs;
  const { where, called, asks } = received;
  const declared = findSealed(received.register)!;
  const missing = notConfirmed(register(received.register), declared.label, now);
  if (missing !== undefined) return isUnknown(missing);
  const isMeant = (row: SnapshotRow) => !where || where.is.includes(textOf(row, where.field) ?? "");
  const rows = register(received.register).rows.filter((row) => row.state !== "ended" && isMeant(row));
  const found = rows.map((row) => ({ row, until: untilOf(received, row, now) }));
  const counting = found.filter(({ until }) => until !== undefined);
  if (counting.length === 0) {
    if (rows.length === 0) return isUnknown(`No ${called[0]} is recorded.`);
    const why = some(found.map(({ row }) => `${recordNumber(declared, row.number)} ${lacks(received, row, now)}`));
    return isUnknown(`No ${called[0]} counts: ${why}.`);
  }
  const asked = asks.filter((check) => registerChecks[check]!.asks.some((key) => isUsed(inputs, key)));
  const verdicts = asked.map((check) => judgedCheck(check, inputs));
  const open = verdicts.find(({ outcome }) => outcome !== "pass");
  if (open) return isUnknown(open.reason);
  return passes(
    `${counting.length} ${called[counting.length === 1 ? 0 : 1]} on file, ${counting.length === 1 ? "" : "each "}approved by another person.`,
    [
      register(received.register).confirmedUntil,
      latest(counting.map(({ until }) => until)) ?? null,
      ...verdicts.map(({ until }) => until),
    ],
  );
}

/** Until when a record puts its file on file; undefined where it does not. */
function untilOf(received: ReceivedDocument, row: SnapshotRow, now: Date): Date | undefined {
  const { document, file, day, binds } = received;
  const of = textOf(row, day);
  if (!isFiled(row, file) || of === undefined) return undefined;
  const days = findDocument(document)!.document.validForDays;
  if (binds === undefined) return countsUntil(of, now, days);
  if (of > dayOf(now)) return undefined;
  // It renews itself; what is sealed is asked again as long as anything is.
  if (!hasValue(row, binds)) return new Date(now.getTime() + days * 86_400_000);
  const until = endOfDay(textOf(row, binds) ?? "");
  return now < until ? until : undefined;
}

/** What a record lacks to put its file on file. */
function lacks({ file, day, binds }: ReceivedDocument, row: SnapshotRow, now: Date): string {
  const exhibit = textOf(row, file);
  if (exhibit === undefined) return "has no file";
  if (!isExhibitOnFile(row, exhibit)) return "cites a file that was withdrawn";
  if (row.state === "waiting") return "waits for another person's approval";
  if (!isFiled(row, file)) return "was approved by nobody else";
  const of = textOf(row, day);
  if (of === undefined || of > dayOf(now)) return "does not say of which day it is";
  return binds === undefined ? "is too old" : "has ended";
}
