import { refuse } from "../refusal.ts";
import type { HandlersOf } from "./handlers.ts";

export function connectionHandlers(): HandlersOf<"connections"> {
  const none = () => refuse("not-found");
  return {
    list: async () => [],
    get: async () => none(),
    runs: async () => none(),
    run: async () => none(),
    changes: async () => none(),
    link: async () => none(),
    reconnect: async () => none(),
    confirm: async () => none(),
    pause: async () => none(),
    resume: async () => none(),
    collect: async () => none(),
    configure: async () => none(),
    disconnect: async () => none(),
  };
}
