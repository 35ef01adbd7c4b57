import { spendSignUpLink } from "../one-time-links.ts";
import type { ChosenAtConfirmation } from "../one-time-links.ts";
import type { AccountDeps } from "./account-deps.ts";
import { createAccount } from "./create.ts";

/**
 * Uses a confirmation link and makes the account. `password-needed` in another browser than the one that signed up,
 * as long as nothing was chosen with the link; undefined when the link is no good.
 */
export const confirmAccount =
  ({ db, now }: AccountDeps) =>
  async (confirmation: { token: string; browser: string | undefined; chosen: ChosenAtConfirmation | undefined }) =>
    await db.transaction().execute(async (tx) => {
      const signUp = await spendSignUpLink(tx, confirmation, now());
      if (signUp === undefined || signUp === "password-needed") return signUp;
      const userId = await createAccount(tx, signUp, now(), signUp.password);
      return userId === undefined ? undefined : { userId };
    });
