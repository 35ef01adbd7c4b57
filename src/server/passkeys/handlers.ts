import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import type { Passkeys } from "../auth/passkeys.ts";
import type { PasskeySignIn } from "../auth/passkey-sign-in.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";

interface Deps {
  readonly passkeys: Passkeys;
  readonly passkeySignIn: PasskeySignIn;
  readonly sessions: Sessions;
}

export function passkeyHandlers({ passkeys, passkeySignIn, sessions }: Deps): HandlersOf<"passkeys"> {
  const noting = (request: RequestMeta, method: "passkey" | "second-factor") => (userId: string) =>
    sessions.refused({ userId }, method, request);
  return {
    list: ({ session }) => passkeys.list(session.userId),
    beginRegistration: ({ session, request }) => passkeys.beginRegistration(session, request),
    register: async ({ input, session, request }) => {
      const registered = await passkeys.register(session, input.name, input.credential, request);
      await sessions.renew(session, request, { hasSecondFactor: true });
      return registered;
    },
    rename: ({ input, session }) => passkeys.rename(session.userId, input.passkeyId, input.name),
    remove: async ({ input, session, request }) => {
      const another = await passkeys.remove(session, input.passkeyId);
      if (!another) await sessions.renew(session, request, { hasSecondFactor: false });
      return {};
    },
    beginSignIn: ({ request }) => passkeySignIn.begin(request),
    signIn: async ({ input, request }) => {
      const { userId } = await passkeySignIn.use(input.credential, request, noting(request, "passkey"));
      return await sessions.open(userId, "passkey", request, { hasSecondFactor: true });
    },
    beginSecondFactor: async ({ request }) => {
      const session = (await sessions.readAwaiting(request.cookie)) ?? fail("second-factor-expired");
      return await passkeySignIn.beginSecondFactor(session, request);
    },
    useSecondFactor: async ({ input, request }) => {
      const session = (await sessions.readAwaiting(request.cookie)) ?? fail("second-factor-expired");
      await passkeySignIn.useSecondFactor(session, input.credential, request, noting(request, "second-factor"));
      const signedIn = await sessions.completeSecondFactor(session, request, "passkey");
      return signedIn.user ? signedIn : fail("second-factor-expired");
    },
  };
}
