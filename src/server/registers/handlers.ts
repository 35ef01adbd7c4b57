import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import type { FieldChange } from "#domain/registers/record-changes.ts";
import type { Register } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { csvHandlers } from "./csv-files.ts";
import { readLinkedFrom } from "./linked-from.ts";
import { listRecords } from "./list-records.ts";
import { readDeadlines } from "./read-deadlines.ts";
import { getRegister, listRegisters } from "./list-registers.ts";
import { readGrid } from "./read-grid.ts";
import { readOverTime } from "./read-over-time.ts";
import { namesOf, presentRecord } from "./record-rows.ts";
import { openMatter, recordView } from "./open-matter.ts";
import { openRegister } from "./rights.ts";
import { fileHandlers } from "./use-files.ts";
import { manyWriters } from "./write-many.ts";
import { withdrawApproval } from "./withdraw-approval.ts";
import { recordWriters, refuseConstraint } from "./write-record.ts";

type Deadlines = z.input<typeof contract.registers.get.output>["deadlines"];

interface Deps {
  readonly now: () => Date;
  /** What is due of somebody who starts, or whose role changed. */
  readonly ownClocks: (tx: Tx, caller: Caller, personId: string, now: Date) => Promise<Deadlines>;
}

/** The one set of endpoints for every register. */
export function registerHandlers(deps: Deps): HandlersOf<"registers"> {
  const { now } = deps;
  return {
    list: ({ caller, tx }) => listRegisters(tx, caller, now()),
    records: ({ input, caller, tx }) => listRecords(tx, openRegister(input.register, caller), input, caller, now()),
    get: async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller);
      const asking = { ...caller, matterId: input.matterId };
      await openMatter(tx, register, caller, input.matterId);
      const record = await presentRecord(tx, register, input.recordId, asking, now());
      await recordView(tx, caller, register, record);
      return {
        ...record,
        deadlines:
          register.key === "people"
            ? await deps.ownClocks(tx, caller, record.id, now())
            : await readDeadlines(tx, caller, register, record, now()),
        history: await readHistory(tx, caller.companyId, register, record.id),
        overTime: await readOverTime(tx, caller.companyId, register, record.id),
        linkedFrom: await readLinkedFrom(tx, caller.companyId, record.id),
      };
    },
    grid: ({ input, caller, tx }) => readGrid(tx, openRegister(input.register, caller), caller.companyId, now()),
    ...recordWriters(deps),
    withdrawApproval: withdrawApproval(deps),
    ...manyWriters(deps),
    ...fileHandlers(deps),
    ...csvHandlers(deps),
    confirm: async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "confirm");
      const id = randomUUID();
      await tx
        .insertInto("app.confirmations")
        .values({
          company_id: caller.companyId,
          id,
          register: register.key,
          count: input.count,
          confirmed_by: caller.userId,
          confirmed_at: now(),
        })
        .execute()
        .catch(refuseConstraint);
      const { digest } = await tx
        .selectFrom("app.confirmations")
        .select("digest")
        .where("company_id", "=", caller.companyId)
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return {
        answer: await getRegister(tx, caller, register.key, now()),
        entry: {
          subject: id,
          details: {
            register: register.key,
            label: register.label,
            count: input.count,
            digest: digest!.toString("hex"),
          },
        },
      };
    },
  };
}

const MOST_HISTORY = 200;

interface ChangeRow {
  readonly version: number;
  readonly kind: "added" | "changed" | "ended" | "reopened" | "approved" | "unapproved";
  readonly changes: readonly FieldChange[];
  readonly reason: string | null;
  readonly changed_by: string;
  readonly changed_at: Date;
  readonly ledger_index: number;
  readonly bulk: boolean;
}

async function readHistory(tx: Tx, companyId: string, register: Register, recordId: string) {
  const { rows } =
    await sql<ChangeRow>`SELECT c.version, c.kind, c.changes, c.reason, c.changed_by, c.changed_at, c.ledger_index,
      c.batch_id IS NOT NULL AS bulk
    FROM app.record_changes c WHERE c.company_id = ${companyId} AND c.record_id = ${recordId}
    ORDER BY c.version DESC LIMIT ${MOST_HISTORY}`.execute(tx);
  const nameOf = await namesOf(
    tx,
    rows.map((row) => row.changed_by),
  );
  return rows.map(({ changes, changed_by: by, changed_at: at, ledger_index: ledgerIndex, ...row }) => ({
    ...row,
    changes: changes.map(({ field, before, after }) => ({
      field,
      label: register.fields[field]?.label ?? field,
      before: before as string | null,
      after: after as string | null,
    })),
    by: nameOf(by),
    at: at.toISOString(),
    ledgerIndex: Number(ledgerIndex),
  }));
}
