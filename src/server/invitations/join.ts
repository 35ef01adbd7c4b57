import { randomUUID } from "node:crypto";
import { isCommonPassword } from "../auth/common-passwords.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { enterCompany, requireNewcomer } from "./enter-company.ts";
import type { JoinDeps } from "./enter-company.ts";

interface Deps extends JoinDeps {
  readonly sessions: Pick<Sessions, "open">;
}

/** Joins by the link that was mailed, with a name and a password, and signs in. Refuses `password-common`. */
export function joinCompany(deps: Deps): HandlersOf<"invitations">["join"] {
  return async ({ input: { token, name, password }, request }) => {
    // A password is hashed only where the link is good: hashing is dear.
    const newcomer = await requireNewcomer(deps, token);
    if (await isCommonPassword(password, newcomer.email)) fail("password-common");
    const userId = randomUUID();
    const passwordHash = await hashPassword(password);
    const joined = await enterCompany(deps, { token, newcomer, userId, name, passwordHash });
    const { user } = await deps.sessions.open(userId, "confirmation", request);
    return { user, ...joined };
  };
}
