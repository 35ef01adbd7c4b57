import { fail } from "../../app-error.ts";
import { issueRecoveryCodes } from "../recovery-codes.ts";
import { changing } from "./changing.ts";
import type { FactorDeps, FactorOwner } from "./factor-deps.ts";
import { methodsOf } from "./methods.ts";
import { tellOwner } from "./tell-owner.ts";

/** Ten new recovery codes; refuses `second-factor-needed-first` where there is nothing they could stand in for. */
export async function renewRecoveryCodes(deps: FactorDeps, user: FactorOwner): Promise<string[]> {
  const { db } = deps;
  return await changing(db, user.userId, async (tx) => {
    if ((await methodsOf(tx, user.userId)).length === 0) fail("second-factor-needed-first");
    await tellOwner(deps, tx, user, "recovery-codes-renewed");
    return await issueRecoveryCodes(tx, user.userId);
  });
}
