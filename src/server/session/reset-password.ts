import type { Accounts } from "../auth/accounts/accounts.ts";
import { isCommonPassword } from "../auth/common-passwords.ts";
import { findLink } from "../auth/one-time-links.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";

interface Deps {
  readonly databases: Pick<Databases, "auth">;
  readonly accounts: Pick<Accounts, "resetPassword">;
  readonly sessions: Pick<Sessions, "end">;
  readonly now: () => Date;
}

/** Sets a new password by a mailed link. Refuses `link-invalid` and `password-common`. */
export function resetPassword({ databases, accounts, sessions, now }: Deps): HandlersOf<"session">["resetPassword"] {
  return async ({ input, request }) => {
    const email = (await findLink(databases.auth, "recovery", input.token, now())) ?? fail("link-invalid");
    if (await isCommonPassword(input.password, email)) fail("password-common");
    if (!(await accounts.resetPassword(input.token, input.password))) fail("link-invalid");
    await sessions.end(request);
    return {};
  };
}
