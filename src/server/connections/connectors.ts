import { connectors as all } from "#connectors/index.ts";
import type { Connector } from "#connectors/connector.ts";
import type { LinkMethod } from "#connectors/link-method.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { isVendorSecret } from "./connection-settings.ts";

/** For a provider one origin, or one for each endpoint of its manifest. */
export type ConnectorPeers = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** The connectors of this installation, and the ways to link that its settings allow. */
export interface Connectors {
  find(provider: ProviderKey): Connector | undefined;
  /** The preferred way first; empty where a provider cannot be connected here. */
  methods(provider: ProviderKey): readonly LinkMethod[];
}

/** None at all. */
export const noConnectors: Connectors = { find: () => undefined, methods: () => [] };

/** Those given, with the ways to link for which every setting that they name has a value here. */
export function installedConnectors(
  hasSetting: (name: string) => boolean,
  connectors: readonly Connector[] = all,
): Connectors {
  const byId = new Map(connectors.map((connector) => [connector.manifest.id, connector]));
  return {
    find: (provider) => byId.get(provider),
    methods: (provider) =>
      byId.get(provider)?.manifest.methods.filter(({ settings }) => settings.every(hasSetting)) ?? [],
  };
}

/**
 * Connectors whose vendors are played by somebody on this machine, for tests: one origin for every endpoint of a provider, or one
 * for each. Throws where an endpoint is left out, for then something would still reach the vendor.
 */
export function withPeers(peers: ConnectorPeers, connectors: readonly Connector[] = all): readonly Connector[] {
  return connectors.map((connector) => {
    const { manifest } = connector;
    const peer = peers[manifest.id];
    if (peer === undefined) return connector;
    const endpoints = Object.fromEntries(
      Object.keys(manifest.endpoints).map((name) => {
        const origin = typeof peer === "string" ? peer : peer[name];
        if (!origin) throw new Error(`CONNECTOR_PEERS must name every endpoint of ${manifest.id}: ${name} is missing`);
        return [name, { origin }];
      }),
    );
    return { ...connector, manifest: { ...manifest, endpoints } };
  });
}

interface ConnectorSettings {
  readonly vendors: Readonly<Record<string, string>>;
  readonly role: "all" | "web" | "worker" | "signer";
  readonly connectorPeers: ConnectorPeers;
}

/** Every connector, with the ways to link for which this installation has the settings. */
export function connectorsOf({ vendors, role, connectorPeers }: ConnectorSettings): Connectors {
  // Secrets of vendors need not be where pages are served: the worker has them.
  const has = (name: string) => vendors[name] !== undefined || (role === "web" && isVendorSecret(name));
  return installedConnectors(has, withPeers(connectorPeers));
}
