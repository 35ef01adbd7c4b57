import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import { securityHeaders } from "./security-headers.ts";

/** Addresses that the workspace renders in the browser; every other unknown address is a 404. */
const CLIENT_ROUTES = /^\/(dashboard(\/.*)?|logout)\/?$/;
const FALLBACK = "__spa-fallback.html";
const NOT_FOUND = "/404";

interface Page {
  readonly html: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Serves what the build made: prerendered pages under the policy their own inline scripts need, hashed assets for
 * ever, and the application's shell for addresses that only the browser can render.
 */
export async function pagesOf(folder: string, appUrl: string): Promise<Hono> {
  const pages = await readPages(folder, appUrl);
  const app = new Hono();
  const files = serveStatic({ root: path.relative(process.cwd(), folder) });
  app.use("/assets/*", keptFor("public, max-age=31536000, immutable"), files);
  app.get("*", async (c, next) => {
    const name = c.req.path.replace(/\/+$/, "") || "/";
    const page = pages.get(name);
    if (page && name !== NOT_FOUND) return c.body(new Uint8Array(page.html), 200, page.headers);
    await next();
  });
  app.use("*", keptFor("public, max-age=3600"), files);
  app.get("*", (c) => {
    const known = CLIENT_ROUTES.test(c.req.path);
    const page = pages.get(known ? FALLBACK : NOT_FOUND);
    if (!page) return c.text("The pages have not been built. Run npm start.", 503);
    return c.body(new Uint8Array(page.html), known ? 200 : 404, page.headers);
  });
  app.all("*", (c) => c.text("Method not allowed", 405, { allow: "GET, HEAD" }));
  return app;
}

/** How long a browser may keep a file that was found; what was not found must be asked for again. */
function keptFor(cacheControl: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.status === 200 && !c.res.headers.has("cache-control")) c.header("cache-control", cacheControl);
  };
}

async function readPages(folder: string, appUrl: string): Promise<Map<string, Page>> {
  const files = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
  const pages = new Map<string, Page>();
  for (const file of files.filter((name) => name.endsWith(".html"))) {
    const html = await readFile(path.join(folder, file));
    const hashes = [...html.toString().matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
      (match) => `sha256-${createHash("sha256").update(match[1]!).digest("base64")}`,
    );
    const name =
      file === FALLBACK
        ? FALLBACK
        : `/${file
            .split(path.sep)
            .join("/")
            .replace(/(^|\/)index\.html$/, "")}`;
    pages.set(name, {
      html,
      headers: {
        ...securityHeaders(appUrl, [...new Set(hashes)]),
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
      },
    });
  }
  return pages;
}
