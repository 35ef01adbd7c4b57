import { lookup as systemLookup } from "node:dns";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import type http from "node:http";
import { isPublicAddress } from "./public-address.ts";

/** The address is of a kind that nothing is sent to. */
export class EgressRefused extends Error {
  override name = "EgressRefused";
}

export interface GuardOptions {
  /** Lets loopback and private addresses be reached, any port, and http without TLS: for tests and closed networks. */
  readonly allowPrivate: boolean;
  readonly lookup?: typeof systemLookup;
}

/** Judges an address three times: as it is written, as its name resolves, and as it was really connected to. */
export interface Guard {
  /** Whether a URL may be tried at all. */
  accepts(url: string): boolean;
  /** For `lookup` of a request: answers only addresses that may be reached. */
  readonly lookup: LookupFunction;
  /** Ends a request whose socket turns out to be connected to an address that may not be reached. */
  watch(request: http.ClientRequest): void;
}

/** What may be reached from here. The address is judged when it is connected to, so that no name can change its mind in between. */
export function openGuard({ allowPrivate, lookup = systemLookup }: GuardOptions): Guard {
  return {
    accepts: (text) => {
      const url = URL.parse(text);
      if (!url || url.username || url.password) return false;
      if (allowPrivate) return url.protocol === "https:" || url.protocol === "http:";
      const host = bare(url.hostname);
      return url.protocol === "https:" && url.port === "" && (isIP(host) === 0 || isPublicAddress(host));
    },
    lookup: (hostname, options, callback) => {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, "", 0);
        const open = addresses.filter(({ address }) => allowPrivate || isPublicAddress(address));
        const [first] = open;
        if (!first) return callback(new EgressRefused("the name resolves to no public address"), "", 0);
        if (options.all) (callback as (error: null, all: typeof open) => void)(null, open);
        else callback(null, first.address, first.family);
      });
    },
    watch: (request) => {
      if (allowPrivate) return;
      request.on("socket", (socket) => {
        const judge = () => {
          if (!isPublicAddress(socket.remoteAddress ?? ""))
            request.destroy(new EgressRefused("the address is not public"));
        };
        if (socket.connecting) socket.once("connect", judge);
        else judge();
      });
    },
  };
}

/** IPv6 addresses stand in brackets in a URL. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
