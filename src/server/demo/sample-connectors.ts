import type { Connectors } from "../connectors.ts";
import { noConnectors } from "../connectors.ts";

/** What a demo visit can connect. */
export const sampleConnectors: Connectors = noConnectors;
