import { noticesDue } from "#domain/operator-notices.ts";
import { callFunction } from "../db/functions.ts";
import type { Databases } from "../db/connections.ts";
import type { Outbox } from "../mail/outbox.ts";
import { installationAttention, installationWell } from "../mail/templates/installation-attention.ts";
import { readInstallation } from "./read-installation.ts";
import type { InstallationDeps } from "./read-installation.ts";

interface Deps extends InstallationDeps {
  readonly databases: Databases;
  readonly outbox: Outbox;
  readonly appUrl: string;
}

/**
 * Mails platform admins what needs them, without anyone looking: once it lasts, again each day, and once when all is well. What is
 * written down and the mails are one transaction.
 */
export async function tellOperators(deps: Deps): Promise<void> {
  const { databases, outbox, appUrl, now } = deps;
  const { attention } = await readInstallation(deps, databases.worker);
  const at = now();
  await databases.worker.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom("app.operator_notices").selectAll().forUpdate().execute();
    const known = rows.map(({ key, since, told_at: toldAt }) => ({ key, since, toldAt }));
    const { begun, ended, tell, allClear } = noticesDue(known, attention, at);
    if (begun.length > 0)
      await tx
        .insertInto("app.operator_notices")
        .values(begun.map((key) => ({ key, since: at })))
        // Another worker may have looked at the same moment.
        .onConflict((conflict) => conflict.column("key").doNothing())
        .execute();
    if (ended.length > 0) await tx.deleteFrom("app.operator_notices").where("key", "in", ended).execute();
    if (tell.length === 0 && !allClear) return;
    const keys = tell.map(({ key }) => key);
    if (keys.length > 0)
      await tx.updateTable("app.operator_notices").set({ told_at: at }).where("key", "in", keys).execute();
    const operators = await callFunction(tx, "app.operators", []);
    for (const { email, first_name: firstName, last_name: lastName } of operators) {
      const user = { email, firstName, lastName };
      await outbox.enqueue(
        tx,
        tell.length > 0
          ? installationAttention({ user, appUrl, sentences: tell.map(({ sentence }) => sentence) })
          : installationWell({ user, appUrl }),
      );
    }
  });
}
