import { sql } from "kysely";
import { functionOf } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

/** What a company may use, for the pages that show or hide it. */
export function featureHandlers(): HandlersOf<"features"> {
  return {
    list: async ({ tx }) => {
      const isOn = functionOf("app.has_feature", [sql.ref<string>("key")]);
      const rows = await tx
        .selectFrom("app.feature_flags")
        .select("key")
        .where(sql<boolean>`${isOn}`)
        .orderBy("position")
        .execute();
      return rows.map(({ key }) => key);
    },
  };
}
