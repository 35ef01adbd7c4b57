import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import type { Logger } from "pino";

interface Deps {
  readonly appUrl: string;
  readonly trustedProxies: BlockList;
  readonly log: Logger;
}

/** Says once what an operator has set wrong, when a request shows it. */
export function warnings({ appUrl, trustedProxies, log }: Deps) {
  let warnedOfProxy = false;
  let warnedOfHost = false;
  return {
    /** Behind a proxy that is not trusted all visitors are one, and their limits, too. */
    ofProxy: (request: IncomingMessage): void => {
      if (warnedOfProxy || trustedProxies.rules.length > 0 || request.headers["x-forwarded-for"] === undefined) return;
      warnedOfProxy = true;
      log.warn(
        "X-Forwarded-For is not believed: set TRUSTED_PROXIES if a proxy stands in front, or all visitors count as one",
      );
    },

    /** A proxy that sends a Host of its own, or an APP_URL that was never set, would otherwise be a riddle. */
    ofHost: (host: string | undefined): void => {
      if (warnedOfHost) return;
      warnedOfHost = true;
      log.warn({ host }, `a request for another host was refused with 421: APP_URL is ${appUrl}`);
    },
  };
}
