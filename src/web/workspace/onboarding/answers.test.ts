import { expect, test } from "vitest";
import { beginning, faultsOf, readAnswers } from "./answers.ts";
import type { Answers, Onboarding } from "./answers.ts";

const untouched = beginning({ profile: null, draft: null, recommendations: [] }).answers;
const complete: Answers = { ...untouched, industry: "other", employeeCount: "12", customerRegions: ["europe"] };

const profile: Onboarding["profile"] = {
  id: "8a3c0f5e-0000-4000-8000-000000000001",
  industry: "financial",
  companySize: "medium",
  employeeCount: 80,
  annualRevenue: 5e6,
  paymentProcessing: true,
  storesPii: true,
  customerRegions: ["africa"],
  submittedAt: "2026-05-14T12:00:00.000Z",
};

test("the form begins with the defaults of the specification, at the first step", () => {
  expect(beginning({ profile: null, draft: null, recommendations: [] })).toEqual({
    step: 1,
    answers: {
      industry: "",
      companySize: "small",
      employeeCount: "0",
      annualRevenue: "0",
      paymentProcessing: false,
      storesPii: false,
      customerRegions: [],
    },
  });
});

test("what was left unfinished comes back over what was submitted, at the step where it was left", () => {
  const draft = { step: 2, answers: { employeeCount: "9" }, savedAt: "2026-05-15T12:00:00.000Z" };
  const { step, answers } = beginning({ profile, draft, recommendations: [] });
  expect({ step, ...answers }).toMatchObject({ step: 2, employeeCount: "9", industry: "financial", storesPii: true });
  expect(beginning({ profile, draft: null, recommendations: [] }).step).toBe(5);
});

test.each([
  [{ industry: "" }, { industry: "Please select an industry" }],
  [{ employeeCount: "" }, { employeeCount: "Must be a positive number" }],
  [{ employeeCount: "0" }, { employeeCount: "Must be a positive number" }],
  [{ employeeCount: "1.5" }, { employeeCount: "Must be a positive number" }],
  [{ employeeCount: "-3" }, { employeeCount: "Must be a positive number" }],
  [{ annualRevenue: "" }, { annualRevenue: "Must be zero or greater" }],
  [{ annualRevenue: "-1" }, { annualRevenue: "Must be zero or greater" }],
  [{ customerRegions: [] }, { customerRegions: "Select at least one region" }],
] as const)("%j is refused as %j, at its own step", (wrong, faults) => {
  const read = readAnswers({ ...complete, ...wrong } as unknown as Answers);
  expect(read.faults).toEqual(faults);
  const steps = [1, 2, 3, 4, 5].filter((step) => Object.keys(faultsOf(read.faults, step)).length > 0);
  expect(steps).toHaveLength(1);
});

test("complete answers are read as the server takes them", () => {
  expect(readAnswers({ ...complete, annualRevenue: "0" }).profile).toEqual({
    industry: "other",
    companySize: "small",
    employeeCount: 12,
    annualRevenue: 0,
    paymentProcessing: false,
    storesPii: false,
    customerRegions: ["europe"],
  });
});
