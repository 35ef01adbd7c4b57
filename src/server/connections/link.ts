import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { inBeta, hasBeta } from "./beta.ts";
import type { Connectors } from "./connectors.ts";
import type { ConnectService } from "./linking/begin-link.ts";
import { linkAccount } from "./linking/link-account.ts";

interface Deps {
  readonly connectors: Connectors;
  readonly connectService: ConnectService;
}

/** Begins a connection. Refuses `connector-unavailable` and `connection-input`. */
export function linkProvider(deps: Deps): HandlersOf<"connections">["link"] {
  const { connectors } = deps;
  return async ({ input: { provider, method, values }, caller, tx }) => {
    if (inBeta.has(provider) && !(await hasBeta(tx))) fail("not-found");
    const connector = connectors.find(provider) ?? fail("connector-unavailable");
    const linked = await linkAccount(tx, deps, caller, connector, { method, values });
    return { answer: linked, entry: { subject: linked.connectionId, details: { provider, method } } };
  };
}
