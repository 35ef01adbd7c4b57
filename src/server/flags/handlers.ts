import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { noteAct } from "../platform/acts.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

const FOUND = 20;

interface Override {
  readonly key: string;
  readonly company_id: string;
  readonly company: string;
  readonly enabled: boolean;
}

/** What this installation has turned on, and for which companies it is otherwise. */
export function flagHandlers(): HandlersOf<"flags"> {
  return {
    list: ({ tx }) => readFlags(tx),
    set: async ({ input: { key, enabled }, tx }) => {
      const row = await tx
        .updateTable("app.feature_flags")
        .set({ enabled })
        .where("key", "=", key)
        .returning("key")
        .executeTakeFirst();
      if (!row) return fail("not-found");
      await noteAct(tx, "flag.turned", key, { enabled });
      return await getFlag(tx, key);
    },
    override: async ({ input: { key, companyId, enabled }, tx }) => {
      const { rows } = await sql<{
        done: boolean;
      }>`SELECT app.set_override(${companyId}, ${key}, ${enabled}) AS done`.execute(tx);
      if (!rows[0]?.done) return fail("not-found");
      return await getFlag(tx, key);
    },
    companies: async ({ input, tx }) => {
      const { rows } = await sql<{ id: string; name: string; plan: string; members: number }>`
        SELECT * FROM app.find_companies(${input.search.trim()}, ${FOUND})`.execute(tx);
      return rows;
    },
  };
}

async function readFlags(tx: Tx) {
  const flags = await tx
    .selectFrom("app.feature_flags")
    .select(["key", "description", "enabled"])
    .orderBy("position")
    .execute();
  const { rows } = await sql<Override>`SELECT * FROM app.list_overrides()`.execute(tx);
  return flags.map((flag) => ({
    ...flag,
    overrides: rows
      .filter(({ key }) => key === flag.key)
      .map(({ company_id: companyId, company, enabled }) => ({ companyId, company, enabled })),
  }));
}

const getFlag = async (tx: Tx, key: string) =>
  (await readFlags(tx)).find((flag) => flag.key === key) ?? fail("not-found");
