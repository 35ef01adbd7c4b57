import { faqItems } from "#catalog/faq.ts";
import { plans } from "#catalog/plans.ts";
import type { Plan } from "#catalog/plans.ts";
import type { PublicPage } from "#catalog/public-pages.ts";
import { publicPage } from "#catalog/public-pages.ts";

/** What a page is about, in the words of schema.org: only what the page itself says as well. */
export function structuredData(page: PublicPage, appUrl: string): readonly object[] {
  const organization = `${appUrl}/#organization`;
  const software = {
    "@type": "SoftwareApplication",
    "@id": `${appUrl}/#software`,
    name: "Exhibit",
    description: publicPage("/").description,
    url: appUrl,
    applicationCategory: "BusinessApplication",
    operatingSystem: "Web",
    publisher: { "@id": organization },
    offers: plans.flatMap(offersOf),
  };
  if (page.path === "/pricing") return [graph([software])];
  if (page.path !== "/") return [];
  return [
    graph([
      { "@type": "Organization", "@id": organization, name: "Exhibit", url: appUrl, logo: `${appUrl}/icon-512.png` },
      {
        "@type": "WebSite",
        "@id": `${appUrl}/#website`,
        name: "Exhibit",
        url: appUrl,
        inLanguage: "en-US",
        publisher: { "@id": organization },
      },
      software,
      {
        "@type": "FAQPage",
        "@id": `${appUrl}/#faq`,
        mainEntity: faqItems.map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
      },
    ]),
  ];
}

function graph(things: readonly object[]): object {
  return { "@context": "https://schema.org", "@graph": things };
}

function offersOf({ name, price: { monthly, yearly, from } }: Plan): object[] {
  // UN/CEFACT's codes of a month and a year.
  const periods = [["monthly", "MON", monthly] as const, ["yearly", "ANN", yearly] as const];
  return periods.flatMap(([period, unitCode, amount]) => {
    if (amount === null) return [];
    const figure = from ? { minPrice: amount } : { price: amount };
    const specification = { "@type": "UnitPriceSpecification", priceCurrency: "USD", unitCode, ...figure };
    return [{ "@type": "Offer", name: `${name}, ${period}`, priceSpecification: specification }];
  });
}
