import type { Connectors } from "../connectors.ts";

/** In the demo every provider can be connected: there is nothing behind it that could be read. */
export const sampleConnectors: Connectors = { available: () => true };
