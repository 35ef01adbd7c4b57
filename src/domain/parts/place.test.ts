import { expect, test } from "vitest";
import { systemOfSource } from "./place.ts";

const systems = [
  { id: "github", name: "Our code", sources: ["GitHub (acme)"] },
  { id: "aws", name: "AWS (123456789012)", sources: ["AWS (123456789012)"] },
  { id: "site", name: "example.com", sources: [] },
  { id: "one", name: "Twin", sources: [] },
  { id: "two", name: "twin", sources: [] },
];

test.each([
  ["a connection speaks for its system", "GitHub (acme)", "github"],
  ["a report on the connected account speaks for it", "Prowler (aws 123456789012)", "aws"],
  ["a report that bears a provider's name does, too", "Report by AWS Security Hub (123456789012)", "aws"],
  ["a report on a system by name speaks for it", "ZAP (Example.com)", "site"],
  ["a report on another account speaks for none", "Prowler (aws 999999999999)", null],
  ["a report on one repository does not speak for all code", "Semgrep (acme/api)", null],
  ["a report that names no target speaks for none", "Semgrep", null],
  ["a report that two systems could be about speaks for neither", "ZAP (twin)", null],
])("%s", (_, source, system) => {
  expect(systemOfSource(systems, source)).toBe(system);
});
