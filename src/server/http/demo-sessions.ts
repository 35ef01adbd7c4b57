import type { IncomingMessage, ServerResponse } from "node:http";
import type { NamedEndpoint } from "#contract/index.ts";
import type { RequestMeta } from "../endpoints/request.ts";

/** Demo visits, as the listener knows them. */
export interface DemoSessions {
  /** Answers a request that belongs to a visit; false where it belongs to none. */
  serve(
    endpoint: NamedEndpoint,
    parameters: Readonly<Record<string, string>>,
    request: IncomingMessage,
    response: ServerResponse,
    facts: RequestMeta,
  ): Promise<boolean>;
  /** Ends the visit that the cookies name. */
  leave(cookie: string | undefined): Promise<unknown>;
  /** Forgets a visit in the browser. */
  readonly clearCookie: string;
}
