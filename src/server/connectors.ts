import type { ProviderKey } from "#domain/provider.ts";

/** Which providers can be connected here. */
export interface Connectors {
  available(provider: ProviderKey): boolean;
}

/** Until the connectors are there, reports of other tools are imported instead. */
export const noConnectors: Connectors = { available: () => false };
