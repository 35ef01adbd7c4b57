import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";

/** What a company may use, for the pages that show or hide it. */
export function featureHandlers(): HandlersOf<"features"> {
  return {
    list: async ({ tx }) => {
      const { rows } = await sql<{
        key: string;
      }>`SELECT key FROM app.feature_flags WHERE app.has_feature(key) ORDER BY position`.execute(tx);
      return rows.map(({ key }) => key);
    },
  };
}
