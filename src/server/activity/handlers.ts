import { randomUUID } from "node:crypto";
import type { Tx } from "../db/as-caller.ts";
import { writeRecord } from "./file.ts";
import { findEntries, findNames, findPeople } from "./record.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

interface Deps {
  readonly now: () => Date;
}

/** What an export was asked for with, as the ledger remembers it. */
interface Asked {
  readonly format: "csv" | "json";
  readonly person?: string;
  readonly kind?: string;
  readonly from?: string;
  readonly to?: string;
}

export function activityHandlers({ now }: Deps): HandlersOf<"activity"> {
  return {
    list: async ({ input: { after, limit, ...filters }, tx }) => {
      const rows = await findEntries(
        tx,
        { ...filters, before: after, limit: limit + 1 },
        await findNames(tx, filters.companyId),
      );
      const entries = rows.slice(0, limit);
      return { entries, next: rows.length > limit ? entries.at(-1)!.index : null };
    },
    people: ({ tx }) => findPeople(tx),
    export: async ({ input: { companyId: _, ...asked } }) => {
      const exportId = randomUUID();
      return {
        answer: { exportId, fileName: `exhibit-activity-${now().toISOString().slice(0, 10)}.${asked.format}` },
        entry: { subject: exportId, details: written(asked) },
      };
    },
    file: async ({ input: { companyId, exportId }, caller, within }) => {
      const { seq, at, asked, names } = await within(async (tx) => ({
        ...(await getAsked(tx, companyId, exportId, caller.userId)),
        names: await findNames(tx, companyId),
      }));
      const { format, ...filters } = asked;
      return {
        fileName: `exhibit-activity-${at.toISOString().slice(0, 10)}.${format}`,
        mediaType: format === "csv" ? "text/csv; charset=utf-8" : "application/json",
        // The export's own entry is the last one in it.
        bytes: writeRecord(format, seq + 1, (before, limit) =>
          within((tx) => findEntries(tx, { companyId, ...filters, before, limit, looks: true }, names)),
        ),
      };
    },
  };
}

/** Without what was not asked for: an entry holds values only. */
function written(asked: { readonly [Key in keyof Asked]: Asked[Key] | undefined }): Record<string, string> {
  return Object.fromEntries(Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The ledger is where an export is remembered: who has not asked for it there gets no file. */
async function getAsked(tx: Tx, companyId: string, exportId: string, userId: string) {
  const act = await tx
    .selectFrom("app.ledger_acts")
    .select(["seq", "at", "details"])
    .where("company_id", "=", companyId)
    .where("event", "=", "activity.exported")
    .where("subject", "=", exportId)
    .where("actor_id", "=", userId)
    .executeTakeFirst();
  if (!act) return fail("not-found");
  const { format, person, kind, from, to } = JSON.parse(act.details) as Asked;
  const asked: Asked = {
    format,
    ...(person === undefined ? {} : { person }),
    ...(kind === undefined ? {} : { kind }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  return { seq: act.seq, at: act.at, asked };
}
