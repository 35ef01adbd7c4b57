import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { noteAct } from "../platform/acts.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

const FOUND = 20;

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
      if (!(await callFunction(tx, "app.set_override", [companyId, key, enabled]))) return fail("not-found");
      return await getFlag(tx, key);
    },
    companies: async ({ input, tx }) => {
      return await callFunction(tx, "app.find_companies", [input.search.trim(), FOUND]);
    },
  };
}

async function readFlags(tx: Tx) {
  const flags = await tx
    .selectFrom("app.feature_flags")
    .select(["key", "description", "enabled"])
    .orderBy("position")
    .execute();
  const rows = await callFunction(tx, "app.list_overrides", []);
  return flags.map((flag) => ({
    ...flag,
    overrides: rows
      .filter(({ key }) => key === flag.key)
      .map(({ company_id: companyId, company, enabled }) => ({ companyId, company, enabled })),
  }));
}

const getFlag = async (tx: Tx, key: string) =>
  (await readFlags(tx)).find((flag) => flag.key === key) ?? fail("not-found");
