import type { Connector } from "./connector.ts";
import { microsoft365 } from "./microsoft-365/index.ts";

/** Every connector, one line each. */
export const connectors: readonly Connector[] = [microsoft365];
