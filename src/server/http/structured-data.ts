import type { PublicPage } from "#catalog/public-pages.ts";

/** What a page is about, in the words of schema.org: only what the page itself says as well. */
export function structuredData(page: PublicPage, appUrl: string): readonly object[] {
  const context = "https://schema.org";
  const organization = {
    "@type": "Organization",
    "@id": `${appUrl}/#organization`,
    name: "Exhibit",
    url: appUrl,
    logo: `${appUrl}/icon-512.png`,
  };
  const site = {
    "@type": "WebSite",
    "@id": `${appUrl}/#website`,
    name: "Exhibit",
    url: appUrl,
    inLanguage: "en-US",
    publisher: { "@id": organization["@id"] },
  };
  if (page.path === "/") return [{ "@context": context, "@graph": [organization, site] }];
  return [];
}
