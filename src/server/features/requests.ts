import type { Services } from "../services.ts";
import type { HandlersOf } from "./handlers.ts";

/** What visitors send. A filled honeypot is answered like everything else and goes nowhere. */
export function requestHandlers({ humanCheck, reception }: Services): HandlersOf<"requests"> {
  return {
    humanCheck: () => humanCheck.challenge(),
    askAccess: async ({ input, request: { address } }) => {
      if (input.website !== "") return { received: true };
      await reception.receiveAccessRequest(input, await humanCheck.verify(input.verification, address), address);
      return { received: true };
    },
    sendMessage: async ({ input, request: { address } }) => {
      if (input.website !== "") return { received: true };
      await reception.receiveMessage(input, await humanCheck.verify(input.verification, address), address);
      return { received: true };
    },
  };
}
