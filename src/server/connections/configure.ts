import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { getConnectionDetail } from "./connection-detail.ts";
import type { Connectors } from "./connectors.ts";
import { holdConnection } from "./own-connection.ts";
import { afterSaving } from "./who-set.ts";
import type { SettingsSet } from "./who-set.ts";

interface Deps {
  readonly connectors: Pick<Connectors, "find">;
  readonly collectEveryMinutes: number;
  readonly now: () => Date;
}

/** Sets what a connector asks a company to choose. Refuses `connection-input`. */
export function configureConnection({
  connectors,
  collectEveryMinutes,
  now,
}: Deps): HandlersOf<"connections">["configure"] {
  return async ({ input: { companyId, connectionId, settings }, caller, tx }) => {
    const { provider } = await holdConnection(tx, caller.companyId, connectionId);
    const connector = connectors.find(provider) ?? fail("connection-input");
    const read = connector.manifest.settings.safeParse(settings);
    if (!read.success) return fail("connection-input", read.error);
    const before = await tx
      .selectFrom("app.connections")
      .select(["settings", "settings_set"])
      .where("company_id", "=", companyId)
      .where("id", "=", connectionId)
      .executeTakeFirstOrThrow();
    // What was never saved stands at what holds without: saving that again is nobody's choice.
    const stood = connector.manifest.settings.safeParse(before.settings);
    const set = afterSaving(
      { settings: stood.success ? stood.data : {}, set: before.settings_set as SettingsSet },
      read.data,
      { userId: caller.userId, now: now() },
    );
    await tx
      .updateTable("app.connections")
      .set({ settings: JSON.stringify(read.data), settings_set: JSON.stringify(set) })
      .where("company_id", "=", companyId)
      .where("id", "=", connectionId)
      .execute();
    return {
      answer: await getConnectionDetail(
        tx,
        companyId,
        connectionId,
        { everyMinutes: collectEveryMinutes, now: now() },
        connector,
      ),
      entry: { subject: connectionId, details: { provider, settings: JSON.stringify(read.data).slice(0, 2_000) } },
    };
  };
}
