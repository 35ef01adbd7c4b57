/** What an organization can say it does: value and label (specification, section 3). */
export const industries = [
  { key: "technology", label: "Technology/SaaS" },
  { key: "healthcare", label: "Healthcare" },
  { key: "financial", label: "Financial Services" },
  { key: "ecommerce", label: "E-commerce/Retail" },
  { key: "education", label: "Education" },
  { key: "manufacturing", label: "Manufacturing" },
  { key: "government", label: "Government" },
  { key: "nonprofit", label: "Non-profit" },
  { key: "other", label: "Other" },
] as const;

/** The size bands, with the people each holds. */
export const companySizes = [
  { key: "small", label: "Small", note: "1-50 employees" },
  { key: "medium", label: "Medium", note: "51-500 employees" },
  { key: "large", label: "Large", note: "500+ employees" },
] as const;

/**
 * The band that a number of employees belongs to, where it is not the one that was chosen; undefined where both agree, and for
 * what is no number of employees. 500 belongs to the medium band: the bands of the specification share it.
 */
export function otherSizeFor(chosen: CompanySize, employees: number): CompanySize | undefined {
  if (!Number.isInteger(employees) || employees < 1) return undefined;
  if (employees === 500 && chosen === "large") return undefined;
  const band = employees <= 50 ? "small" : employees <= 500 ? "medium" : "large";
  return band === chosen ? undefined : band;
}

/** Where customers may be. */
export const regions = [
  { key: "north_america", label: "North America" },
  { key: "europe", label: "Europe" },
  { key: "asia_pacific", label: "Asia Pacific" },
  { key: "south_america", label: "South America" },
  { key: "middle_east", label: "Middle East" },
  { key: "africa", label: "Africa" },
] as const;

export type Industry = (typeof industries)[number]["key"];
export type CompanySize = (typeof companySizes)[number]["key"];
export type Region = (typeof regions)[number]["key"];

/** What an organization says about itself, complete and checked. */
export interface OrganizationProfile {
  readonly industry: Industry;
  readonly companySize: CompanySize;
  /** A positive integer. */
  readonly employeeCount: number;
  /** In USD, zero or greater. */
  readonly annualRevenue: number;
  readonly paymentProcessing: boolean;
  readonly storesPii: boolean;
  /** At least one. */
  readonly customerRegions: readonly Region[];
}
