import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../db/types.gen.ts";
import type { SecondFactorChange } from "../../mail/templates/second-factor-changed.ts";
import { beginTotp, confirmTotp, removeTotp } from "./authenticator-app.ts";
import { added, changing, removed } from "./changing.ts";
import { checkCode } from "./check-code.ts";
import type { FactorDeps, FactorOwner } from "./factor-deps.ts";
import { isRequired, methodsOf } from "./methods.ts";
import { renewRecoveryCodes } from "./renew-recovery-codes.ts";

export type SecondFactors = ReturnType<typeof openSecondFactors>;

/** Authenticator apps and recovery codes, and what holds for every second factor. */
export function openSecondFactors(deps: FactorDeps) {
  const { db } = deps;
  return {
    methodsOf: (userId: string, on: Kysely<DB> = db) => methodsOf(on, userId),
    required: (userId: string) => isRequired(db, userId),
    changing: <T>(userId: string, work: (tx: Transaction<DB>) => Promise<T>) => changing(db, userId, work),
    added: (tx: Transaction<DB>, user: FactorOwner, change: SecondFactorChange) => added(deps, tx, user, change),
    removed: (tx: Transaction<DB>, user: FactorOwner, change: SecondFactorChange) => removed(deps, tx, user, change),
    checkCode: (userId: string, code: string, where?: "known-device" | "elsewhere") =>
      checkCode(deps, userId, code, where),
    beginTotp: (user: FactorOwner) => beginTotp(deps, user),
    confirmTotp: (user: FactorOwner, code: string) => confirmTotp(deps, user, code),
    removeTotp: (user: FactorOwner) => removeTotp(deps, user),
    renewRecoveryCodes: (user: FactorOwner) => renewRecoveryCodes(deps, user),
  };
}
