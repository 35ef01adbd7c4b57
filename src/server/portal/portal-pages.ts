import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import { Hono } from "hono";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { failures } from "#contract/failures.ts";
import type { DB } from "../db/types.gen.ts";
import { portalBody } from "./portal-page.ts";
import { findPortal } from "./read-portal.ts";
import type { Portal } from "./read-portal.ts";
import { AppError } from "../app-error.ts";
import { clientAddress } from "../http/client-address.ts";
import { shareCard } from "../http/page-head.ts";
import { closingPage } from "../http/closing-page.ts";
import { documentOf, frameOf } from "../http/page-frame.ts";
import type { RateLimits } from "../limits/rate-limits.ts";

export interface PortalPageDeps {
  readonly appUrl: string;
  /** The portal of a demo visit's company, which its visitor alone can open, by the request's cookies. */
  readonly findOfVisit: (cookie: string | undefined, slug: string) => Promise<Portal | undefined>;
  readonly user: Kysely<DB>;
  readonly now: () => Date;
  readonly log: Logger;
  readonly rateLimits: RateLimits;
  readonly trustedProxies: BlockList;
}

interface Socket {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

const PER_MINUTE = 120;
/** Longer than this no answer is kept by anybody. */
const KEPT_SECONDS = 30;

/** The public page of a company that turned its portal on; any other address of the kind is one that does not exist. */
export function portalPages(
  { appUrl, findOfVisit, user, now, log, rateLimits, trustedProxies }: PortalPageDeps,
  built: string | undefined,
): Hono<{ Bindings: Socket }> {
  const frame = frameOf(built);
  const document = documentOf(built);
  const page = (status: number, html: string, headers: Record<string, string>) =>
    new Response(html, {
      status,
      headers: { "content-type": "text/html; charset=utf-8", "x-robots-tag": "noindex", ...headers },
    });
  const closed = (status: number, heading: string, sentence: string, headers: Record<string, string> = {}) =>
    page(
      status,
      frame(`${heading} - Exhibit`, closingPage(heading, sentence, { href: "/", label: "Return to Home" })),
      { "cache-control": "no-store", ...headers },
    );
  const app = new Hono<{ Bindings: Socket }>();
  app.get("/portal/:slug", async (c) => {
    try {
      const address = clientAddress(c.env.incoming, trustedProxies);
      await rateLimits.takeGeneral(address);
      await rateLimits.take(`portal|${address}`, PER_MINUTE, 60);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const wait = error.retryAfterSeconds ?? 60;
      return closed(error.status, "Too many requests", error.message, { "retry-after": String(wait) });
    }
    const slug = c.req.param("slug");
    const ofVisit = await findOfVisit(c.req.header("cookie"), slug);
    const found = ofVisit ?? (await findPortal(user, slug, now()));
    if (!found) return closed(404, "Page not found", failures["not-found"].message);
    const title = `${found.title} - ${found.company}`;
    const head = shareCard(
      { title, description: describe(found), url: `${appUrl}/portal/${slug}`, image: "og-portal.png" },
      appUrl,
    );
    const answer = page(200, document(title, head, portalBody(found)), {
      "cache-control": ofVisit ? "no-store" : `public, max-age=${secondsToKeep(found, now())}`,
    });
    if (!found.listed) return answer;
    answer.headers.delete("x-robots-tag");
    const html = (await answer.text()).replace('<meta name="robots" content="noindex">', "");
    return new Response(html, { status: 200, headers: answer.headers });
  });
  app.onError((error) => {
    log.error({ err: error }, "a portal's page failed");
    return closed(500, "Page not available", failures.unexpected.message);
  });
  return app;
}

/** What a shared link says below its title. It stays true: which controls pass may change before it is read. */
const describe = ({ company }: Portal) =>
  `The controls that ${company} shows to pass, each with what decided it and until when.`;

/** No copy outlives a claim that is on it. */
function secondsToKeep({ claims }: Portal, now: Date): number {
  const left = claims.map(({ until }) => Math.floor((Date.parse(until) - now.getTime()) / 1_000));
  return Math.max(0, Math.min(KEPT_SECONDS, ...left));
}
