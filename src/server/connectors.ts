import { connectors as all } from "#connectors/index.ts";
import type { Connector } from "#connectors/connector.ts";
import type { LinkMethod } from "#connectors/link-method.ts";
import type { ProviderKey } from "#domain/provider.ts";

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
