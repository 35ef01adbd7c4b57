import { escapeHtml } from "../escape-html.ts";

/**
 * A built page as the frame of another: its head, its navigation and its foot around what is given, and none of its
 * scripts, which would look for the page that they were built with. Only the theme is still told by its file.
 */
export function frameOf(built: string | undefined): (title: string, main: string) => string {
  const page = withoutScripts(built);
  const [, before = "", after = ""] = /^([\s\S]*?<main[^>]*>)[\s\S]*(<\/main>[\s\S]*)$/.exec(page) ?? [];
  return (title, main) => `${titled(before, title)}<div class="site-wrap plain">${main}</div>${after}`;
}

/** The same for a page that shares nothing but the styles: `head` is added to its head, `body` is all that it shows. */
export function documentOf(built: string | undefined): (title: string, head: string, body: string) => string {
  const page = withoutScripts(built);
  const before = page.slice(0, page.indexOf(">", page.indexOf("<body")) + 1);
  return (title, head, body) =>
    `${titled(before, title).replace("</head>", () => `${head}</head>`)}${body}</body></html>`;
}

const titled = (html: string, title: string) =>
  html
    .replace(/<title>[\s\S]*?<\/title>/, "")
    .replace("</head>", () => `<title>${escapeHtml(title)}</title><meta name="robots" content="noindex"></head>`);

function withoutScripts(built: string | undefined): string {
  return (built ?? bare)
    .replace(/<script(?![^>]*\ssrc="\/theme\.js")[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<link[^>]*\srel="modulepreload"[^>]*>/g, "")
    .replace(/<meta[^>]*\sname="description"[^>]*>/g, "")
    .replace(/(<script[^>]*\ssrc="\/theme\.js")/, "$1 data-plain");
}

const bare = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/api-docs.css"></head><body><main></main></body></html>`;
