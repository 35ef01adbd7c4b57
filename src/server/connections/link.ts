import type { HandlersOf } from "../endpoints/handler.ts";
import { refuse } from "../refusal.ts";
import { inBeta, hasBeta } from "./beta.ts";
import type { Connectors } from "./connectors.ts";
import type { LinkDesk } from "./linking/begin-link.ts";
import { linkAccount } from "./linking/link-account.ts";

interface Deps {
  readonly connectors: Connectors;
  readonly linkDesk: LinkDesk;
}

/** Begins a connection. Refuses `connector-unavailable` and `connection-input`. */
export function linkProvider(deps: Deps): HandlersOf<"connections">["link"] {
  const { connectors } = deps;
  return async ({ input: { provider, method, values }, caller, tx }) => {
    if (inBeta.has(provider) && !(await hasBeta(tx))) refuse("not-found");
    const connector = connectors.find(provider) ?? refuse("connector-unavailable");
    const linked = await linkAccount(tx, deps, caller, connector, { method, values });
    return { answer: linked, entry: { subject: linked.connectionId, details: { provider, method } } };
  };
}
