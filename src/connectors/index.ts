import type { Connector } from "./connector.ts";

/** Every connector, one line each. */
export const connectors: readonly Connector[] = [];
