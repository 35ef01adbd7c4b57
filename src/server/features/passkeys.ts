import { refuse } from "../refusal.ts";
import type { HandlersOf } from "./handlers.ts";

export function passkeyHandlers(): HandlersOf<"passkeys"> {
  return {
    list: async () => [],
    beginRegistration: async () => refuse("not-found"),
    register: async () => refuse("passkey-failed"),
    rename: async () => refuse("not-found"),
    remove: async () => refuse("not-found"),
    beginSignIn: async () => refuse("not-found"),
    signIn: async () => refuse("passkey-failed"),
    beginSecondFactor: async () => refuse("second-factor-expired"),
    useSecondFactor: async () => refuse("second-factor-expired"),
  };
}
