import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import type { Connector } from "#connectors/connector.ts";
import { askThrough } from "#server/connections/credentials/ask-vendor.ts";
import { openVault } from "#server/connections/credentials/context.ts";
import type { AuthorizerContext, Credentials } from "#server/connections/credentials/context.ts";
import type { Authorizer } from "#server/connections/http/authorizer.ts";
import { openEgress } from "#server/outbound/egress.ts";
import { StrictProvider } from "./strict-provider.ts";
import type { StrictVendor } from "./strict-provider.ts";

/** Our application at a vendor. */
export const SETTINGS = { ID: "exhibit-at-the-vendor", SECRET: "a secret of the tests, long enough for anybody" };

/** A strict provider in place of the vendor, until the test has ended. */
export async function providerOf(vendor: StrictVendor): Promise<StrictProvider> {
  const provider = await StrictProvider.start(vendor);
  onTestFinished(() => provider.close());
  return provider;
}

interface Given {
  readonly origin: string;
  readonly typed?: Readonly<Record<string, string>>;
  readonly credentials?: Credentials;
  readonly settings?: Readonly<Record<string, string>>;
  readonly newId?: () => string;
  readonly ask?: AuthorizerContext["ask"];
}

/** What an authorizer of this connector works with, by its own manifest; every host of the vendor is one origin here. */
export function contextOf({ manifest }: Connector, methodId: string, given: Given): AuthorizerContext {
  const method = manifest.methods.find(({ id }) => id === methodId)!;
  const endpoints = Object.fromEntries(Object.keys(manifest.endpoints).map((name) => [name, { origin: given.origin }]));
  const { clientId, clientSecret } = method.oauth!;
  const settings: Readonly<Record<string, string>> = {
    [clientId]: SETTINGS.ID,
    [clientSecret]: SETTINGS.SECRET,
    ...given.settings,
  };
  return {
    connectionId: "6a1f2a5e-3b1c-4a57-9d0e-4a6f1c7d2e90",
    manifest: { ...manifest, endpoints },
    method,
    typed: given.typed ?? {},
    vault: openVault(given.credentials ?? {}),
    ask: given.ask ?? askThrough(openEgress({ allowPrivate: true })),
    setting: (name) => settings[name],
    now: () => new Date(),
    newId: given.newId ?? randomUUID,
  };
}

/** The address that this vendor sends people back to. */
export const callback = (provider: string) => `http://localhost:3000/integrations/callback/${provider}`;

/** Our application, as a vendor has it registered. */
export const registered = (provider: string, more: object = {}) => ({
  client_id: SETTINGS.ID,
  client_secret: SETTINGS.SECRET,
  redirect_uris: [callback(provider)],
  grant_types: ["authorization_code", "refresh_token"],
  token_endpoint_auth_method: "client_secret_post",
  ...more,
});

/** What a way to connect asks for. */
export const scopesIn = (connector: Connector, methodId: string) =>
  connector.manifest.methods.find(({ id }) => id === methodId)!.oauth!.scopes;

/** What a request to the vendor's API carries. */
export async function headerOf(authorizer: Authorizer, path = "/things"): Promise<string> {
  const url = new URL(path, "http://localhost");
  return (await authorizer.headersFor({ url, method: "GET", headers: {}, body: undefined }))["authorization"]!;
}

/** A token request, as it went out. */
export interface TokenRequest {
  readonly url: string;
  readonly form: URLSearchParams;
}

/** Answers every token request, and keeps it. */
export function keepingAsk(): { readonly ask: AuthorizerContext["ask"]; readonly asked: TokenRequest[] } {
  const asked: TokenRequest[] = [];
  return {
    asked,
    ask: async ({ url, body }) => {
      asked.push({ url: url.href, form: new URLSearchParams(body) });
      return { status: 200, text: JSON.stringify({ access_token: "t", expires_in: 3_600 }) };
    },
  };
}
