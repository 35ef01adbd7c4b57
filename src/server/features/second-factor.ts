import { refuse } from "../refusal.ts";
import type { HandlersOf } from "./handlers.ts";

export function secondFactorHandlers(): HandlersOf<"secondFactor"> {
  return {
    verify: async () => refuse("second-factor-expired"),
    beginTotp: async () => refuse("not-found"),
    confirmTotp: async () => refuse("wrong-code"),
    removeTotp: async () => refuse("not-found"),
    renewRecoveryCodes: async () => refuse("second-factor-needed-first"),
  };
}
