import type { PublicPage } from "#catalog/public-pages.ts";
import type { SignInProviderKey } from "../endpoints/session.ts";
import { escapeHtml } from "../escape-html.ts";
import { structuredData } from "./structured-data.ts";

/**
 * What a page's head says about itself to search engines and to whoever shows a link to it. It depends on APP_URL,
 * which nobody knows when the pages are built, so it is put into them when the server starts.
 */
export function headOf(page: PublicPage, appUrl: string): string {
  const url = appUrl + page.path;
  const image = `${appUrl}/og.png`;
  const tags = [
    tag("link", { rel: "canonical", href: url }),
    ...Object.entries({
      "og:type": "website",
      "og:site_name": "Exhibit",
      "og:locale": "en_US",
      "og:title": page.title,
      "og:description": page.description,
      "og:url": url,
      "og:image": image,
      "og:image:type": "image/png",
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt":
        "The label of exhibit 045, and the words: Evidence that is numbered, sealed, and yours to verify.",
    }).map(([property, content]) => tag("meta", { property, content })),
    tag("meta", { name: "twitter:card", content: "summary_large_image" }),
    ...structuredData(page, appUrl).map((data) => `<script type="application/ld+json">${inScript(data)}</script>`),
  ];
  return tags.join("");
}

/** The page with these tags at the end of its head. */
export function withHead(html: string, head: string): string {
  const end = html.indexOf("</head>");
  return end < 0 ? html : html.slice(0, end) + head + html.slice(end);
}

/** What the server knows and a page must show before its first paint, as data attributes of the document. */
export type DocumentFacts = Readonly<Record<"turnstile" | "demo" | SignInProviderKey, string | undefined>>;

/** The page with these facts on its <html>; what is undefined is left out. */
export function withDocumentFacts(html: string, facts: Partial<DocumentFacts>): string {
  const attributes = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value!)}"`);
  return html.replace("<html", () => `<html${attributes.join("")}`);
}

function tag(name: "link" | "meta", attributes: Readonly<Record<string, string>>): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return `<${name}${list.join("")}/>`;
}

/** JSON that cannot end the element it stands in. */
function inScript(data: unknown): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
