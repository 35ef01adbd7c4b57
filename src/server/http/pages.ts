import { createHash } from "node:crypto";
import { Hono } from "hono";
import { publicPages } from "#catalog/public-pages.ts";
import type { BuiltFiles } from "./built-files.ts";
import { robotsTxt, sitemapXml } from "./discovery.ts";
import { entityOf, send } from "./entity.ts";
import type { Entity } from "./entity.ts";
import { withFirstPaint } from "./first-paint.ts";
import { headOf, withDocumentFacts, withHead } from "./page-head.ts";
import type { DocumentFacts } from "./page-head.ts";
import { securityHeaders } from "./security-headers.ts";

/** Addresses that the workspace renders in the browser; every other unknown address is a 404. */
const IN_WORKSPACE = /^\/dashboard(\/.*)?$/i;
const WORKSPACE = "/dashboard";
const NOT_FOUND = "/404";
/** Pages with a form that works without JavaScript. */
const WITH_FORM = new Set(["/request-access", "/waitlist", "/contact"]);

/**
 * Serves what the build made: prerendered pages under the policy their own inline scripts need, hashed assets for
 * ever, and the application's shell for addresses that only the browser can render.
 */
export function pagesOf({ pages: built, assets }: BuiltFiles, appUrl: string, facts: Partial<DocumentFacts>): Hono {
  const pages = new Map(
    [...built].map(([file, html]) => [
      addressOf(file),
      pageOf(addressOf(file), withFirstPaint(html, assets), appUrl, facts),
    ]),
  );
  const texts = new Map([
    ["/robots.txt", text(robotsTxt(appUrl), "text/plain; charset=utf-8")],
    ["/sitemap.xml", text(sitemapXml(appUrl), "application/xml; charset=utf-8")],
  ]);
  const app = new Hono();
  app.get("*", async (c) => {
    const { path } = c.req;
    const name = withoutSlashes(path) || "/";
    const found = assets.get(path) ?? texts.get(path) ?? (name === NOT_FOUND ? undefined : pages.get(name));
    if (found) return send(found, c.req.raw);
    const known = IN_WORKSPACE.test(path);
    const page = pages.get(known ? WORKSPACE : NOT_FOUND);
    if (!page) return c.text("The pages have not been built. Run npm start.", 503);
    return send(page, c.req.raw, known ? 200 : 404);
  });
  app.all("*", (c) => c.text("Method not allowed", 405, { allow: "GET, HEAD" }));
  return app;
}

function text(content: string, type: string): Entity {
  return entityOf(Buffer.from(content), { "content-type": type, "cache-control": "public, max-age=3600" });
}

function addressOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, "")}`;
}

function pageOf(address: string, built: string, appUrl: string, facts: Partial<DocumentFacts>): Entity {
  const listed = publicPages.find((page) => page.path === address);
  const html = withDocumentFacts(listed ? withHead(built, headOf(listed, appUrl)) : built, facts);
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const scriptHashes = hashesOf(scripts.map(([, script]) => script!));
  const styles = html.split("<style>").slice(1);
  const styleHashes = hashesOf(styles.map((rest) => rest.slice(0, rest.indexOf("</style>"))));
  return entityOf(Buffer.from(html), {
    ...securityHeaders(appUrl, { scriptHashes, styleHashes, turnstile: facts.turnstile !== undefined }),
    // Without the address it comes from, a form that is posted has no origin to be told by.
    ...(WITH_FORM.has(address) ? { "referrer-policy": "same-origin" } : {}),
    ...(listed ? {} : { "x-robots-tag": "noindex" }),
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
  });
}

/** As a policy names texts that stand between tags. */
function hashesOf(texts: readonly string[]): string[] {
  const hashes = texts.map((text) => `sha256-${createHash("sha256").update(text).digest("base64")}`);
  return [...new Set(hashes)];
}

/** Without the slashes at its end. Not by a pattern, which would begin anew at each of a thousand slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
