import type { HandlersOf } from "../endpoints/handler.ts";
import { changeState } from "./change-state.ts";
import { getConnection } from "./connection-list.ts";
import { holdConnection } from "./own-connection.ts";

interface Deps {
  readonly collectEveryMinutes: number;
  readonly now: () => Date;
}

/** Ends a connection; the worker ends the access at the vendor. */
export function disconnectProvider({ collectEveryMinutes, now }: Deps): HandlersOf<"connections">["disconnect"] {
  return async ({ input: { companyId, connectionId }, caller, tx }) => {
    const summary = () => getConnection(tx, companyId, connectionId, { everyMinutes: collectEveryMinutes, now: now() });
    const before = await holdConnection(tx, companyId, connectionId);
    const { provider, account_label: account } = before;
    if (before.state === "disconnected") return { answer: await summary(), entry: "unchanged" };
    await changeState(tx, caller, connectionId, [before.state], "disconnected", now());
    return {
      answer: await summary(),
      entry: { subject: connectionId, details: { provider, account } },
    };
  };
}
