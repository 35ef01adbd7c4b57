import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import type { RequestMeta } from "../endpoints/request.ts";
import { clientAddress } from "./client-address.ts";
import { bearerOf } from "./gate.ts";
import type { DemoSessions } from "./demo-sessions.ts";

interface Deps {
  /** Aborted when the process stops. */
  readonly closing: AbortSignal;
  readonly trustedProxies: BlockList;
  readonly demoSessions: DemoSessions | undefined;
  /** The name of the cookie of a real session. */
  readonly sessionCookie: string;
}

/** What is known of a request; whoever signs in for real by its answer leaves the demo. */
export function factsOf(
  { closing, trustedProxies, demoSessions, sessionCookie }: Deps,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
): RequestMeta {
  let ending: AbortSignal | undefined;
  // Whoever brings a token is who it says, whatever else the program sends along.
  const cookie = bearerOf(request) === undefined ? request.headers.cookie : undefined;
  return {
    id,
    cookie,
    address: clientAddress(request, trustedProxies),
    userAgent: (request.headers["user-agent"] ?? "").replace(/\p{Cc}/gu, " ").slice(0, 300),
    setHeader: (name, value) => void response.setHeader(name, value),
    setCookie,
    get signal() {
      return (ending ??= endOf(response, closing));
    },
  };
  function setCookie(value: string): void {
    response.appendHeader("set-cookie", value);
    // Whoever signs in for real wants to see what is real.
    if (!demoSessions || !value.startsWith(`${sessionCookie}=`)) return;
    void demoSessions.leave(cookie);
    response.appendHeader("set-cookie", demoSessions.clearCookie);
  }
}

const GONE = new Error("the client has gone, or the process stops");

/** Aborted when nobody waits for the answer any more. Made only where it is asked for: most answers are short. */
function endOf(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const ended = new AbortController();
  const end = () => ended.abort(GONE);
  if (response.closed || closing.aborted) end();
  closing.addEventListener("abort", end, { once: true });
  response.once("close", () => {
    closing.removeEventListener("abort", end);
    end();
  });
  return ended.signal;
}
