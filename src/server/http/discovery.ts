import { publicPages } from "#catalog/public-pages.ts";
import { escapeHtml } from "../escape-html.ts";

/** What a search engine has no business in. */
const CLOSED = ["/dashboard", "/api", "/dev", "/invite", "/logout", "/reset-password"];

/** /robots.txt: what may be read, and where the list of pages is. */
export function robotsTxt(appUrl: string): string {
  return ["User-agent: *", ...CLOSED.map((path) => `Disallow: ${path}`), "", `Sitemap: ${appUrl}/sitemap.xml`, ""].join(
    "\n",
  );
}

/** /sitemap.xml: every public page. */
export function sitemapXml(appUrl: string): string {
  const urls = publicPages.map(({ path }) => `<url><loc>${escapeHtml(appUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}
