import type { Connector } from "./connector.ts";
import { github } from "./github/index.ts";

/** Every connector, one line each. */
export const connectors: readonly Connector[] = [github];
