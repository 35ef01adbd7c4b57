import type { Transaction } from "kysely";
import type { DB } from "../../db/types.gen.ts";
import { secondFactorChanged } from "../../mail/templates/second-factor-changed.ts";
import type { SecondFactorChange } from "../../mail/templates/second-factor-changed.ts";
import type { FactorDeps, FactorOwner } from "./factor-deps.ts";

/** Mails the account's owner what became of their second factors. */
export async function tellOwner(
  { outbox, appUrl, now }: Pick<FactorDeps, "outbox" | "appUrl" | "now">,
  tx: Transaction<DB>,
  user: Omit<FactorOwner, "id">,
  change: SecondFactorChange,
  codesLeft?: number,
): Promise<void> {
  await outbox.enqueue(tx, secondFactorChanged({ user, appUrl, at: now(), change, codesLeft }));
}
