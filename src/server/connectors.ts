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
