import { randomUUID } from "node:crypto";
import { splitName } from "#domain/person-name.ts";
import type { Passkeys } from "../auth/passkeys.ts";
import { issueRecoveryCodes } from "../auth/recovery-codes.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import { sha256 } from "../auth/tokens.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { enterCompany, requireNewcomer } from "./enter-company.ts";
import type { JoinDeps } from "./enter-company.ts";

interface Deps extends JoinDeps {
  readonly sessions: Pick<Sessions, "open">;
  readonly passkeys: Pick<Passkeys, "beginJoining" | "finishJoining">;
}

/** Joining by the link that was mailed, with a name and a passkey. The account has no password. */
export function joinWithPasskey(deps: Deps): Pick<HandlersOf<"invitations">, "beginPasskey" | "joinWithPasskey"> {
  const { passkeys, sessions } = deps;
  const linkOf = (token: string) => sha256(token).toString("hex");
  return {
    beginPasskey: async ({ input: { token, name }, request }) => {
      const { email } = await requireNewcomer(deps, token);
      const person = { userId: randomUUID(), email, ...splitName(name) };
      return await passkeys.beginJoining(person, { link: linkOf(token), name }, request);
    },

    joinWithPasskey: async ({ input: { token, credential }, request }) => {
      const newcomer = await requireNewcomer(deps, token);
      const { userId, kept, keep } = await passkeys.finishJoining(credential, request);
      // Begun with another invitation: its passkey was made for another address.
      if (kept["link"] !== linkOf(token)) fail("passkey-failed");
      let recoveryCodes: string[] = [];
      const joined = await enterCompany(deps, {
        token,
        newcomer,
        userId,
        name: kept["name"]!,
        keep: async (tx) => {
          await keep(tx);
          recoveryCodes = await issueRecoveryCodes(tx, userId);
        },
      });
      const { user } = await sessions.open(userId, "passkey", request, { hasSecondFactor: true });
      return { user, ...joined, recoveryCodes };
    },
  };
}
