import { expect, test } from "vitest";
import { systemOfSource } from "./place.ts";

const systems = [
  { id: "github", name: "Our code", sources: ["GitHub (acme)"] },
  { id: "aws", name: "AWS (123456789012)", sources: ["AWS (123456789012)"] },
  { id: "site", name: "example.com", sources: [] },
  { id: "one", name: "Twin", sources: [] },
  { id: "two", name: "twin", sources: [] },
  { id: "acme", name: "Acme", sources: [] },
];

test.each([
  ["a connection speaks for its system", "GitHub (acme)", "github"],
  ["a report on the connected account speaks for it", "Prowler (aws 123456789012)", "aws"],
  ["a report that bears a provider's name does, too", "Report by AWS Security Hub (123456789012)", "aws"],
  ["a report on a system by name speaks for it", "ZAP (Example.com)", "site"],
  ["a report on another account speaks for none", "Prowler (aws 999999999999)", null],
  ["a report on one repository does not speak for all code", "Semgrep (acme/api)", null],
  ["a report that names no target speaks for none", "Semgrep", null],
  ["a connection speaks for its system, even where another bears its account's name", "GitHub (acme)", "github"],
  ["a report on a system by name speaks for it, whatever its connections are called", "ZAP (Our code)", "github"],
  ["a report that is called as a system speaks for it", "Report by Example.com", "site"],
  ["a report with an empty target is about what its tool is called", "Example.com ()", "site"],
  ["spaces around a source play no part", "  Report by ZAP (example.com) ", "site"],
  ["a target that stands alone is read", "(example.com)", "site"],
  ["an account is read at the start of a target", "Prowler (123456789012 eu-west-1)", "aws"],
  ["an account is read at the end of a target", "Prowler (eu-west-1/123456789012)", "aws"],
  ["a longer number is no account", "Prowler (aws 1234567890123)", null],
  ["a longer number that ends as an account is none", "Prowler (aws 9123456789012)", null],
  [
    "a tool that is called as a system does not speak for it where it names another target",
    "Example.com (other)",
    null,
  ],
  ["what only ends like a report by a system speaks for none", "example.comx", null],
  ["what is called almost as a system speaks for none", "Report by Example.con", null],
  ["registers speak of a system by its connection", "Exhibit registers (GitHub (acme))", "github"],
  ["registers speak of a system without one by its name and id", "Exhibit registers (example.com, site)", "site"],
  ["registers that name the id of another speak for none", "Exhibit registers (example.com, gone)", null],
  ["registers that only bear a system's name speak for none", "Exhibit registers (example.com)", null],
  ["what names nothing speaks for none", "", null],
  ["a report that two systems could be about speaks for neither", "ZAP (twin)", null],
])("%s", (_, source, system) => {
  expect(systemOfSource(systems, source)).toBe(system);
});
