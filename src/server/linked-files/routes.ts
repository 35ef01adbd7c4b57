import type { BlockList } from "node:net";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Hono } from "hono";
import type { Context } from "hono";
import type { Logger } from "pino";
import { fileSourceNames } from "#domain/file-link.ts";
import type { FileSourceKey } from "#domain/file-link.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { Session } from "../endpoints/session.ts";
import { isDatabaseAway, AppError, fail } from "../app-error.ts";
import { clientAddress } from "../http/client-address.ts";
import { closingPage } from "../http/closing-page.ts";
import { frameOf } from "../http/page-frame.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { callbackPath, connectPath } from "./file-grants.ts";
import type { FileGrants } from "./file-grants.ts";

export interface FileSourceRoutesDeps {
  readonly grants: FileGrants;
  readonly sessions: Pick<Sessions, "read">;
  readonly rateLimits: RateLimits;
  readonly trustedProxies: BlockList;
  readonly log: Logger;
}

type Ask = Context<{ Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } }>;

interface Asked {
  readonly key: FileSourceKey;
  readonly session: Session;
  readonly request: { readonly cookie: string | undefined; readonly setCookie: (cookie: string) => void };
}

/** Ways to a provider and back from one address in a minute. */
const PER_MINUTE = 30;
const back = { href: "/dashboard/evidence/add", label: "Add files" };

/**
 * Where a person connects an account that files are read with, in a tab of its own: the tab with their files stays as it is, and notices.
 * What the tab ends with is a page that says so.
 */
export function fileSourceRoutes(
  deps: FileSourceRoutesDeps,
  built: string | undefined,
): Hono<{ Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } }> {
  const { grants, sessions, rateLimits, log } = deps;
  const frame = frameOf(built);
  const app = new Hono<{ Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } }>();
  const page = (status: number, headers: Headers, heading: string, sentence: string) => {
    headers.set("content-type", "text/html; charset=utf-8");
    return new Response(frame(`${heading} - Exhibit`, closingPage(heading, sentence, back)), { status, headers });
  };
  const answer = async (c: Ask, source: string, work: (asked: Asked) => Promise<URL | undefined>) => {
    const headers = new Headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    const { incoming, outgoing } = c.env;
    try {
      const address = clientAddress(incoming, deps.trustedProxies);
      await rateLimits.takeGeneral(address);
      await rateLimits.take(`file-source|${address}`, PER_MINUTE, 60);
      const key = grants.keyIn(source);
      const { cookie } = incoming.headers;
      const session = (await sessions.read(cookie)) ?? fail("signed-out");
      const request = { cookie, setCookie: (value: string) => headers.append("set-cookie", value) };
      const url = await work({ key, session, request });
      if (url) {
        headers.set("location", url.href);
        return new Response(null, { status: 303, headers });
      }
      const name = fileSourceNames[key];
      return page(200, headers, `${name} is connected`, "Close this tab to go on with your files.");
    } catch (error) {
      // Nothing of the address is logged: a provider's code is in it.
      if (!(error instanceof AppError))
        log.error({ err: error, requestId: outgoing.getHeader("x-request-id") }, "connecting a file source failed");
      const failed =
        error instanceof AppError ? error : new AppError(isDatabaseAway(error) ? "unavailable" : "unexpected");
      const { message, status, retryAfterSeconds } = failed;
      if (retryAfterSeconds !== undefined) headers.set("retry-after", String(retryAfterSeconds));
      return page(status, headers, "Not connected", message);
    }
  };
  app.get(connectPath(":source" as FileSourceKey), (c) =>
    answer(c, c.req.param("source") ?? "", ({ key, session, request }) => grants.start(key, session, request)),
  );
  app.get(callbackPath(":source" as FileSourceKey), (c) =>
    answer(c, c.req.param("source") ?? "", async ({ key, session, request }) => {
      await grants.finish(key, session, new URL(c.req.url).searchParams, request);
      return undefined;
    }),
  );
  return app;
}
