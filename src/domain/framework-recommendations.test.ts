import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recommend, recommendable } from "./framework-recommendations.ts";
import type { RecommendedFramework } from "./framework-recommendations.ts";
import { companySizes, industries, regions } from "./organization-profile.ts";
import type { OrganizationProfile } from "./organization-profile.ts";

/** Meets no rule but the fallback. */
const plain: OrganizationProfile = {
  industry: "other",
  companySize: "small",
  employeeCount: 10,
  annualRevenue: 0,
  paymentProcessing: false,
  storesPii: false,
  customerRegions: ["africa"],
};

type Case = readonly [framework: RecommendedFramework, holds: boolean, answers: Partial<OrganizationProfile>];

const technology = { industry: "technology" } as const;
const government = { industry: "government" } as const;
const healthcare = { industry: "healthcare" } as const;
const financial = { industry: "financial" } as const;
const america = { customerRegions: ["north_america"] } as const;
const europe = { customerRegions: ["africa", "europe"] } as const;
// Meets a rule of another framework, so that SOC 2 is not the fallback.
const elsewhere = { paymentProcessing: true } as const;

const cases: readonly Case[] = [
  ["soc2", true, { ...technology, employeeCount: 1 }],
  ["soc2", false, { ...financial, employeeCount: 1 }],
  ["soc2", true, { ...elsewhere, employeeCount: 11 }],
  ["soc2", false, { ...elsewhere, employeeCount: 10 }],
  ["hipaa", true, healthcare],
  ["hipaa", false, financial],
  ["hipaa", true, { storesPii: true, ...america }],
  ["hipaa", false, { storesPii: false, ...america }],
  ["hipaa", false, { storesPii: true, ...europe }],
  ["iso27001", false, { companySize: "small" }],
  ["iso27001", true, { companySize: "medium" }],
  ["iso27001", true, { companySize: "large" }],
  ["iso27001", false, { annualRevenue: 5_000_000 }],
  ["iso27001", true, { annualRevenue: 5_000_000.01 }],
  ["pcidss", true, { paymentProcessing: true }],
  ["pcidss", false, { paymentProcessing: false }],
  ["gdpr", true, europe],
  ["gdpr", false, america],
  ["ccpa", true, { ...america, annualRevenue: 25_000_000.01 }],
  ["ccpa", false, { ...america, annualRevenue: 25_000_000 }],
  ["ccpa", false, { ...europe, annualRevenue: 25_000_000.01 }],
  ["fedramp", true, government],
  ["fedramp", true, technology],
  ["fedramp", false, healthcare],
  ["fisma", true, government],
  ["fisma", false, technology],
  ["nistcsf", true, { companySize: "medium" }],
  ["nistcsf", true, { companySize: "large" }],
  ["nistcsf", true, government],
  ["nistcsf", true, financial],
  ["nistcsf", false, technology],
  ["nistcsf", false, { companySize: "small" }],
];

const profiles: fc.Arbitrary<OrganizationProfile> = fc.record({
  industry: fc.constantFrom(...industries.map(({ key }) => key)),
  companySize: fc.constantFrom(...companySizes.map(({ key }) => key)),
  employeeCount: fc.oneof(fc.constantFrom(1, 10, 11), fc.integer({ min: 1, max: 100_000 })),
  annualRevenue: fc.oneof(
    fc.constantFrom(0, 5e6, 5e6 + 1, 25e6, 25e6 + 1),
    fc.double({ min: 0, max: 1e12, noNaN: true }),
  ),
  paymentProcessing: fc.boolean(),
  storesPii: fc.boolean(),
  customerRegions: fc.uniqueArray(fc.constantFrom(...regions.map(({ key }) => key)), { minLength: 1 }),
});

const frameworksFor = (profile: OrganizationProfile) => recommend(profile).map(({ framework }) => framework);

describe("each rule, on both sides of it", () => {
  test.each(cases)("%s: %s for %j", (framework, holds, answers) => {
    expect(frameworksFor({ ...plain, ...answers }).includes(framework)).toBe(holds);
  });
});

test("SOC 2 is recommended where nothing else is, and says so", () => {
  expect(recommend(plain)).toEqual([
    { framework: "soc2", because: "Because no other framework follows from your answers." },
  ]);
});

test("something is always recommended, in order and once, with a sentence why", () => {
  fc.assert(
    fc.property(profiles, (profile) => {
      const found = recommend(profile);
      const order = found.map(({ framework }) => recommendable.indexOf(framework));
      expect(found.length).toBeGreaterThan(0);
      expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
      for (const { because } of found) expect(because).toMatch(/^Because [^.]+\.$/);
    }),
  );
});

test("the fallback is SOC 2 alone, exactly if no rule holds", () => {
  fc.assert(
    fc.property(profiles, (profile) => {
      const found = recommend(profile);
      const fallback = found[0]!.because.startsWith("Because no other");
      // What meets no rule of another framework, nor SOC 2's own.
      const nothing =
        !["technology", "healthcare", "government", "financial"].includes(profile.industry) &&
        profile.employeeCount <= 10 &&
        profile.companySize === "small" &&
        profile.annualRevenue <= 5_000_000 &&
        !profile.paymentProcessing &&
        !profile.customerRegions.includes("europe") &&
        !(profile.storesPii && profile.customerRegions.includes("north_america"));
      expect(fallback).toBe(nothing);
      expect(!fallback || (found.length === 1 && found[0]!.framework === "soc2")).toBe(true);
    }),
  );
});

test("more people, revenue, regions or data never take a framework away, except SOC 2 as the fallback", () => {
  fc.assert(
    fc.property(profiles, profiles, (profile, more) => {
      const grown: OrganizationProfile = {
        ...profile,
        companySize: profile.companySize === "small" ? more.companySize : profile.companySize,
        employeeCount: profile.employeeCount + more.employeeCount,
        annualRevenue: profile.annualRevenue + more.annualRevenue,
        paymentProcessing: profile.paymentProcessing || more.paymentProcessing,
        storesPii: profile.storesPii || more.storesPii,
        customerRegions: [...new Set([...profile.customerRegions, ...more.customerRegions])],
      };
      const kept = recommend(profile).filter(({ because }) => !because.startsWith("Because no other"));
      expect(frameworksFor(grown)).toEqual(expect.arrayContaining(kept.map(({ framework }) => framework)));
    }),
  );
});

test("each reason that holds is named", () => {
  const found = recommend({ ...plain, ...healthcare, ...america, storesPii: true });
  expect(found.find(({ framework }) => framework === "hipaa")?.because).toBe(
    "Because you work in healthcare, and because you store personal information and have customers in North America.",
  );
});
