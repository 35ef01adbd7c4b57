import type { Connector } from "#connectors/connector.ts";
import type { LinkMethod } from "#connectors/link-method.ts";
import type { LinkFacts } from "./link-methods.ts";
import { redirectUriOf } from "./linking/begin-link.ts";
import type { ConnectService } from "./linking/begin-link.ts";

/** What a method's instructions name: what somebody has to enter at the vendor. */
export function linkFacts(
  desk: ConnectService,
  companyId: string,
  connector: Connector | undefined,
  method: LinkMethod,
): LinkFacts {
  return {
    redirectUri: redirectUriOf(desk.appUrl, connector?.manifest.id ?? ""),
    externalId: desk.externalId(companyId),
    principal: desk.setting("AWS_PRINCIPAL_ARN") ?? "",
    scopes: (method.oauth && method.oauth.scopes.length > 1
      ? method.oauth.scopes
      : (connector?.manifest.scopes.required.map(({ name }) => name) ?? [])
    ).join(", "),
  };
}
