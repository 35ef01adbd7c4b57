import type pg from "pg";
import type { DemoApplication } from "./application.ts";

interface HistoryDeps {
  readonly app: DemoApplication;
  readonly admin: pg.ClientBase;
  readonly companyId: string;
  readonly turnTo: (now: Date) => Promise<void>;
}

const neverEnds = new AbortController().signal;

/** Judges the sample company's controls as the worker would have, at the times at which it would have. */
export function controlHistory({ app, admin, companyId, turnTo }: HistoryDeps) {
  const judgeAt = async (when: Date) => {
    await turnTo(when);
    // Incidents are handed on now, so that nobody who visits is mailed of the past.
    await app.workOff(neverEnds, ["standings", "incidents", "incidentMails"]);
  };
  return {
    judgeAt,
    judgeWhatEndsBefore: async (when: Date) => {
      for (;;) {
        const next = await nextJudgement(admin, companyId);
        if (!next || next >= when) return;
        await judgeAt(next);
      }
    },
  };
}

/** When the company's controls are to be judged again though nothing happens. */
async function nextJudgement(admin: pg.ClientBase, companyId: string): Promise<Date | null> {
  const { rows } = await admin.query<{ next_at: Date | null }>(
    "SELECT next_at FROM app.judgements WHERE company_id = $1",
    [companyId],
  );
  return rows[0]?.next_at ?? null;
}

/**
 * The ledger takes its time from the database, which nobody may set. For the hour of the seeding the functions of it that
 * read the clock say the sample's time instead, in this database alone; then they are put back as they were.
 */
export async function ledgerClock(admin: pg.ClientBase) {
  const { rows } = await admin.query<{ text: string }>(
    "SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE oid IN ('app.lock_ledger'::regproc, 'app.record_judgement'::regproc)",
  );
  const originals = rows.map(({ text }) => text);
  if (!originals.every((text) => text.includes("clock_timestamp()")))
    throw new Error("a function no longer reads the clock");
  const each = async (write: (text: string) => string) => {
    for (const text of originals) await admin.query(write(text));
  };
  return {
    set: (now: Date) => each((text) => text.replace("clock_timestamp()", `'${now.toISOString()}'::timestamptz`)),
    restore: () => each((text) => text),
  };
}
