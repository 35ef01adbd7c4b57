import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Hono } from "hono";
import { failures } from "#contract/failures.ts";
import { escapeHtml } from "../mail/templates/letter.ts";
import { apiDocumentPage, openApiDocument } from "./documents.ts";
import { readBuiltFiles } from "./built-files.ts";
import { formPosts } from "./forms/form-posts.ts";
import type { FormPostDeps } from "./forms/form-posts.ts";
import type { DocumentFacts } from "./page-head.ts";
import { pagesOf } from "./pages.ts";
import { singleSignOnRoutes } from "./single-sign-on-routes.ts";
import type { SingleSignOnDeps } from "./single-sign-on-routes.ts";

interface Deps {
  readonly appUrl: string;
  /** Folder of the built pages. */
  readonly pages: string;
  /** Throws when the database cannot be used now. */
  readonly checkReady: () => Promise<void>;
  /** Folder of written mails; undefined where /dev/mailbox must not exist. */
  readonly mailbox: string | undefined;
  readonly version: string;
  readonly facts: Partial<DocumentFacts>;
  /** Undefined where no OpenID provider is set. */
  readonly singleSignOn?: SingleSignOnDeps | undefined;
  /** What receives the public forms where no script runs. */
  readonly forms: Omit<FormPostDeps, "appOrigin" | "builtPage">;
}

/** Everything outside /api/v1: health, the API's documentation, the development mailbox and the pages. */
export async function siteOf(deps: Deps): Promise<Hono> {
  const site = new Hono();
  const document = await openApiDocument(deps.appUrl);
  site.get("/healthz", (c) => c.json({ status: "ok", version: deps.version }, 200, { "cache-control": "no-store" }));
  site.get("/readyz", async (c) => {
    try {
      await deps.checkReady();
      return c.json({ status: "ready" }, 200, { "cache-control": "no-store" });
    } catch {
      return c.json({ status: "unavailable" }, 503, { "cache-control": "no-store", "retry-after": "2" });
    }
  });
  site.get("/api/openapi.json", (c) => c.json(document));
  site.get("/api/docs", (c) => c.html(apiDocumentPage()));
  site.get("/dev/mailbox", async (c) =>
    deps.mailbox === undefined ? notFound() : c.html(await mailboxPage(deps.mailbox)),
  );
  site.get("/dev/mailbox/:file", async (c) => {
    const file = c.req.param("file");
    if (deps.mailbox === undefined || !/^[\w.-]+\.eml$/.test(file)) return notFound();
    const text = await readFile(path.join(deps.mailbox, file), "utf8").catch(() => undefined);
    return text === undefined ? notFound() : c.text(text);
  });
  site.all("/api/*", notFound);
  site.all("/dev/*", notFound);
  if (deps.singleSignOn) site.route("/", singleSignOnRoutes(deps.singleSignOn));
  const built = await readBuiltFiles(deps.pages);
  const builtPage = (address: string) => built.pages.get(`${address.slice(1)}/index.html`);
  site.route("/", formPosts({ ...deps.forms, appOrigin: new URL(deps.appUrl).origin, builtPage }));
  site.route("/", pagesOf(built, deps.appUrl, deps.facts));
  return site;
}

function notFound(): Response {
  return Response.json({ code: "not-found", message: failures["not-found"].says }, { status: 404 });
}

async function mailboxPage(folder: string): Promise<string> {
  const files = (await readdir(folder).catch(() => [] as string[]))
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .reverse();
  const { simpleParser } = await import("mailparser");
  const mails = await Promise.all(
    files.slice(0, 50).map(async (file) => {
      const mail = await simpleParser(await readFile(path.join(folder, file)));
      const to = Array.isArray(mail.to) ? mail.to.map((one) => one.text).join(", ") : (mail.to?.text ?? "");
      const body = escapeHtml(mail.text ?? "").replace(
        /https?:\/\/[^\s<]+/g,
        (link) => `<a href="${link}">${link}</a>`,
      );
      return `<article><h2>${escapeHtml(mail.subject ?? "(no subject)")}</h2>
<p class="facts">To ${escapeHtml(to)} · ${mail.date?.toISOString() ?? ""} · <a href="/dev/mailbox/${file}">source</a></p><pre>${body}</pre></article>`;
    }),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox - Exhibit</title><link rel="stylesheet" href="/api-docs.css"></head><body><main><h1>Mailbox</h1>
<p>Mails that this development instance would have sent, newest first. Set <code>SMTP_URL</code> to send them for real.</p>
${mails.join("") || "<p>No mail yet.</p>"}</main></body></html>`;
}
