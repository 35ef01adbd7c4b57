import type { HandlersOf } from "../endpoints/handler.ts";
import { changeState } from "./change-state.ts";
import { getConnection } from "./connection-list.ts";
import { askForRun, newSource } from "./own-connection.ts";

interface Deps {
  readonly collectEveryMinutes: number;
  readonly now: () => Date;
}

/** Somebody says that the account is theirs: it is collected from now on. Refuses `connection-not-ready`. */
export function confirmConnection({ collectEveryMinutes, now }: Deps): HandlersOf<"connections">["confirm"] {
  return async ({ input: { companyId, connectionId }, caller, tx }) => {
    const held = await changeState(tx, caller, connectionId, ["confirming"], "connected", now());
    const source = held.source ?? (await newSource(tx, companyId, held));
    await tx
      .updateTable("app.connections")
      .set({ source, connected_at: now() })
      .where("company_id", "=", companyId)
      .where("id", "=", connectionId)
      .execute();
    await askForRun(tx, caller, connectionId, "first", now());
    return {
      answer: await getConnection(tx, companyId, connectionId, { everyMinutes: collectEveryMinutes, now: now() }),
      entry: {
        subject: connectionId,
        details: { provider: held.provider, account: held.account_label, accountId: held.account_id },
      },
    };
  };
}
