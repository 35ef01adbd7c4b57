import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Hono } from "hono";
import { escapeHtml } from "../escape-html.ts";
import { securityHeaders } from "./security-headers.ts";

interface Deps {
  /** Folder of written mails. */
  readonly folder: string;
  readonly appUrl: string;
}

/** What one page shows of a folder that only grows. */
const SHOWN = 50;

/** A mail's own styles and nothing else; the frame has no origin, no script, and no way out. */
const letterPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/** The mails that a development instance would have sent: a list to read, each one's source, each one as HTML. */
export function mailbox({ folder, appUrl }: Deps): Hono {
  const pages = new Hono();
  const listPolicy = `${securityHeaders(appUrl)["content-security-policy"]}; frame-src 'self'`;
  const read = async (file: string) =>
    /^[\w.-]+\.eml$/.test(file) ? await readFile(path.join(folder, file), "utf8").catch(() => undefined) : undefined;

  pages.get("/dev/mailbox", async (c) =>
    c.html(await listPage(folder), 200, { "content-security-policy": listPolicy, "cache-control": "no-store" }),
  );
  pages.get("/dev/mailbox/:file", async (c, next) => {
    const source = await read(c.req.param("file"));
    return source === undefined ? next() : c.text(source);
  });
  pages.get("/dev/mailbox/:file/html", async (c, next) => {
    const source = await read(c.req.param("file"));
    const html = source !== undefined && (await parsed(source)).html;
    return html ? c.html(html, 200, { "content-security-policy": letterPolicy }) : next();
  });
  return pages;
}

/** Loaded when somebody looks: an instance that really sends never does. */
async function parsed(source: string) {
  const { simpleParser } = await import("mailparser");
  return await simpleParser(source);
}

async function listPage(folder: string): Promise<string> {
  const files = (await readdir(folder).catch(() => [] as string[]))
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .reverse();
  const mails = await Promise.all(
    files.slice(0, SHOWN).map(async (file) => entry(file, await readFile(path.join(folder, file), "utf8"))),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox - Exhibit</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/api-docs.css"></head><body><main><h1>Mailbox</h1>
<p>Mails that this development instance would have sent, newest first. Set <code>SMTP_URL</code> to send them for real.</p>
${mails.join("") || "<p>No mail yet.</p>"}</main></body></html>`;
}

/** Links work in the text; the HTML stands in a frame that is fetched when it is opened. */
async function entry(file: string, source: string): Promise<string> {
  const mail = await parsed(source);
  const to = Array.isArray(mail.to) ? mail.to.map((item) => item.text).join(", ") : (mail.to?.text ?? "");
  const subject = escapeHtml(mail.subject ?? "(no subject)");
  const address = `/dev/mailbox/${escapeHtml(file)}`;
  const body = escapeHtml(mail.text ?? "").replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`);
  return `<article><h2>${subject}</h2>
<p class="facts">To ${escapeHtml(to)} · ${mail.date?.toISOString() ?? ""} · <a href="${address}">source</a> · <a href="${address}/html">HTML</a></p><pre>${body}</pre>
<details><summary>As HTML</summary><iframe src="${address}/html" title="${subject}, as HTML" sandbox loading="lazy"></iframe></details></article>`;
}
