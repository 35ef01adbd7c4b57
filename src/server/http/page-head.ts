import { shareImage } from "#catalog/public-pages.ts";
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
  const { title, description } = page;
  const data = structuredData(page, appUrl).map(
    (item) => `<script type="application/ld+json">${inScript(item)}</script>`,
  );
  const card = shareCard({ title, description, url, image: shareImage(page.path) }, appUrl);
  return `${tag("link", { rel: "canonical", href: url })}${card}${data.join("")}`;
}

interface ShareCard {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  /** A file of ours, 1200 by 630; the picture says no more than the title does. */
  readonly image: string;
}

/** What is shown of a page where somebody shares its link. */
export function shareCard({ title, description, url, image }: ShareCard, appUrl: string): string {
  const facts = {
    "og:type": "website",
    "og:site_name": "Exhibit",
    "og:locale": "en_US",
    "og:title": title,
    "og:description": description,
    "og:url": url,
    "og:image": `${appUrl}/${image}`,
    "og:image:type": "image/png",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": `The label of an exhibit beside the words: ${title}`,
  };
  const tags = Object.entries(facts).map(([property, content]) => tag("meta", { property, content }));
  return `${tags.join("")}${tag("meta", { name: "twitter:card", content: "summary_large_image" })}`;
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
