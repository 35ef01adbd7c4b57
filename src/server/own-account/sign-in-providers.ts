import type { ConnectedProviders } from "../auth/connected-providers.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

/** The ways in that other providers keep. */
export function signInProviderHandlers({
  connectedProviders,
}: {
  readonly connectedProviders: ConnectedProviders;
}): HandlersOf<"signInProviders"> {
  return {
    list: ({ session }) => connectedProviders.list(session),
    connect: async ({ input, session, request }) => {
      const url = await connectedProviders.offered(input.provider, session).start(request, { session: session.id });
      return { url: url.href };
    },
    disconnect: async ({ input, session }) => {
      await connectedProviders.disconnect(input.provider, session);
      return {};
    },
  };
}
