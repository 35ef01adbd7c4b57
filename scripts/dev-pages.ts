import { readFile } from "node:fs/promises";
import { request as forward } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "vite";
import type { Plugin, ViteDevServer } from "vite";
import { withDocumentFacts } from "#server/http/page-head.ts";
import type { DocumentFacts } from "#server/http/page-head.ts";
import { securityHeaders } from "#server/http/security-headers.ts";
import { root } from "./program.ts";
import { page, workspace } from "./workspace-build.ts";

/** Addresses that the server answers itself; all others are pages and their files. A folder ends with a slash. */
export const servedPaths: readonly string[] = [
  "/api/",
  "/healthz",
  "/readyz",
  "/metrics",
  "/.well-known/",
  "/dev/mailbox",
  "/dev/mailbox/",
  "/auth/",
  "/calendar/",
  "/integrations/callback/",
  "/me",
  "/me/",
  "/portal/",
  // What pages that the server writes itself look like, once something was built.
  "/assets/",
  "/verify.mjs",
  "/verify.html",
  "/robots.txt",
  "/sitemap.xml",
];

/** Whether the server answers: its own addresses, and every form that is posted. */
export function isServed(method: string, path: string): boolean {
  const known = servedPaths.some((served) => (served.endsWith("/") ? path.startsWith(served) : path === served));
  return known || (method !== "GET" && method !== "HEAD");
}

interface Options {
  readonly host: string;
  readonly port: number;
  readonly appUrl: string;
  readonly facts: Partial<DocumentFacts>;
  /** Where the server listens, and when it does. */
  readonly server: { readonly port: number; ready(): Promise<void> };
}

/** Where the workspace's modules are served: it has a server of its own, since its React is another than that of public pages. */
const MODULES = "/@workspace/";

/** Serves the pages from their source, with hot reload, and hands everything else to the server. */
export async function startDevPages({ host, port, appUrl, facts, server }: Options): Promise<ViteDevServer> {
  const policy = devPolicy(appUrl);
  const { promise: screens, resolve: opened } = Promise.withResolvers<ViteDevServer>();
  const front: Plugin = {
    name: "exhibit:front",
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const path = (request.url ?? "/").split("?", 1)[0]!;
        if (isServed(request.method ?? "GET", path)) return void answer(request, response, server);
        if (path.startsWith(MODULES)) {
          void screens.then(({ middlewares: own }) => own(request, response, next));
          return;
        }
        if (!request.headers.accept?.includes("text/html")) return next();
        for (const [name, value] of Object.entries(policy)) response.setHeader(name, value);
        addFacts(response, facts);
        if (!/^\/dashboard(\/|$)/.test(path)) return next();
        response.setHeader("content-type", "text/html; charset=utf-8");
        screens.then((own) => workspacePage(own, path)).then((html) => response.end(html), next);
      });
    },
  };
  const vite = await createServer({
    root,
    plugins: [front],
    clearScreen: false,
    // Packages that only a later screen imports are prepared at the start: found on the way, they would reload the page.
    optimizeDeps: {
      entries: ["src/web/**/*.{ts,tsx}", "!src/web/workspace/**", "!**/*.test.{ts,tsx}", "!**/*.server.tsx"],
    },
    server: {
      host,
      port,
      strictPort: true,
      allowedHosts: [new URL(appUrl).hostname],
      // Databases and results of tests are no source.
      watch: { ignored: ["data", ".runtime", "build", "test-results", "docs"].map((name) => `${root}/${name}/**`) },
    },
  });
  const own = await createServer({
    ...workspace,
    base: MODULES,
    appType: "custom",
    cacheDir: `${root}/node_modules/.vite-workspace`,
    optimizeDeps: { entries: ["**/*.{ts,tsx}", "!**/*.test.{ts,tsx}"] },
    server: { middlewareMode: true, hmr: { server: vite.httpServer! }, fs: { allow: [root] } },
  });
  opened(own);
  await vite.listen();
  vite.httpServer!.once("close", () => void own.close());
  return vite;
}

/** The page as it is built, with its program from the source; fonts come with the sheet that names them. */
async function workspacePage(screens: ViteDevServer, path: string): Promise<string> {
  const html = (await readFile(page, "utf8"))
    .replace(/ *<link\s+rel="preload"[^>]*>\n/g, "")
    .replace("../main.tsx", "/main.tsx");
  // Public files lie beside the public pages.
  return (await screens.transformIndexHtml(path, html)).replaceAll(
    /\/@workspace\/(?=[\w-]+\.(js|svg|png|webmanifest)")/g,
    "/",
  );
}

/** The product's own policy, loosened by what the dev server puts into a page: inline scripts and styles, a socket. */
function devPolicy(appUrl: string): Record<string, string> {
  const headers = securityHeaders(appUrl);
  const policy = headers["content-security-policy"]!.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:")
    .replace("; require-trusted-types-for 'script'", "");
  return { ...headers, "content-security-policy": policy };
}

/** What the server knows of itself stands on `<html>`, as in a built page. */
function addFacts(response: ServerResponse, facts: Partial<DocumentFacts>): void {
  const chunks: Buffer[] = [];
  const end = response.end.bind(response) as (body: string | Buffer) => ServerResponse;
  const keep = (chunk: unknown) => {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  response.write = (chunk: unknown) => {
    keep(chunk);
    return true;
  };
  response.end = ((chunk: unknown) => {
    keep(chunk);
    const body = Buffer.concat(chunks);
    const isPage = String(response.getHeader("content-type") ?? "").includes("text/html");
    return end(isPage ? withDocumentFacts(body.toString(), facts) : body);
  }) as ServerResponse["end"];
}

/** Passes a request on once the server is there: nobody sees that it is being started again. */
async function answer(incoming: IncomingMessage, outgoing: ServerResponse, server: Options["server"]): Promise<void> {
  try {
    await server.ready();
  } catch {
    outgoing.writeHead(503, { "content-type": "text/plain; charset=utf-8" });
    outgoing.end("The server did not start. The terminal says why; it starts again after the next edit.\n");
    return;
  }
  const { method, url, headers } = incoming;
  const passed = forward({ host: "127.0.0.1", port: server.port, method, path: url, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(outgoing);
  });
  passed.on("error", () => {
    if (outgoing.headersSent) return outgoing.destroy();
    outgoing.writeHead(502, { "content-type": "text/plain; charset=utf-8", "retry-after": "1" });
    return outgoing.end("The server was started again while it answered. Try again.\n");
  });
  outgoing.once("close", () => passed.destroy());
  incoming.pipe(passed);
}
