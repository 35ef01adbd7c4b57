import type { OrganizationProfile } from "./organization-profile.ts";

/** In the order in which recommendations are shown. */
export const recommendable = [
  "soc2",
  "hipaa",
  "iso27001",
  "pcidss",
  "gdpr",
  "ccpa",
  "fedramp",
  "fisma",
  "nistcsf",
] as const;

export type RecommendedFramework = (typeof recommendable)[number];

export interface Recommendation {
  readonly framework: RecommendedFramework;
  /** What of the answers it follows from: a sentence that begins with "Because". */
  readonly because: string;
}

/** A ground holds or does not, and says itself as the end of a sentence that begins with "Because you". */
type Ground = readonly [holds: boolean, message: string];

function groundsFor(profile: OrganizationProfile): Readonly<Record<RecommendedFramework, readonly Ground[]>> {
  const { industry, employeeCount, annualRevenue, customerRegions } = profile;
  const inNorthAmerica = customerRegions.includes("north_america");
  const beyondSmall: Ground = [profile.companySize !== "small", "are a medium or large company"];
  const forGovernment: Ground = [industry === "government", "work in government"];
  const withTechnology: Ground = [industry === "technology", "work in technology"];
  return {
    soc2: [withTechnology, [employeeCount > 10, "have more than 10 employees"]],
    hipaa: [
      [industry === "healthcare", "work in healthcare"],
      [profile.storesPii && inNorthAmerica, "store personal information and have customers in North America"],
    ],
    iso27001: [beyondSmall, [annualRevenue > 5_000_000, "have a revenue above $5,000,000"]],
    pcidss: [[profile.paymentProcessing, "process credit card payments"]],
    gdpr: [[customerRegions.includes("europe"), "have customers in Europe"]],
    ccpa: [
      [inNorthAmerica && annualRevenue > 25_000_000, "have customers in North America and a revenue above $25,000,000"],
    ],
    fedramp: [forGovernment, withTechnology],
    fisma: [forGovernment],
    nistcsf: [beyondSmall, forGovernment, [industry === "financial", "work in financial services"]],
  };
}

/**
 * The frameworks that an organization's answers lead to, each with its reason (specification, section 9). There is
 * always one: SOC 2 where nothing else holds.
 */
export function recommend(profile: OrganizationProfile): readonly Recommendation[] {
  const grounds = groundsFor(profile);
  const found = recommendable.flatMap((framework) => {
    const holding = grounds[framework].filter(([holds]) => holds).map(([, message]) => message);
    return holding.length > 0 ? [{ framework, because: `Because you ${holding.join(", and because you ")}.` }] : [];
  });
  if (found.length > 0) return found;
  return [{ framework: "soc2", because: "Because no other framework follows from your answers." }];
}
