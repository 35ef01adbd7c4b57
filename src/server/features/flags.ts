import { refuse } from "../refusal.ts";
import type { HandlersOf } from "./handlers.ts";

const columns = ["key", "description", "enabled"] as const;

export function flagHandlers(): HandlersOf<"flags"> {
  return {
    list: ({ tx }) => tx.selectFrom("app.feature_flags").select(columns).orderBy("position").execute(),
    set: async ({ input, tx }) => {
      const row = await tx
        .updateTable("app.feature_flags")
        .set({ enabled: input.enabled })
        .where("key", "=", input.key)
        .returning(columns)
        .executeTakeFirst();
      return row ?? refuse("not-found");
    },
  };
}
