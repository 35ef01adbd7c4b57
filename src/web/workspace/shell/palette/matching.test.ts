import { expect, test } from "vitest";
import { begins, matching } from "./matching.ts";

const entries = [
  { label: "Export Report", words: "bundle download" },
  { label: "Projects" },
  { label: "Create New Project" },
  { label: "Getting started", words: "project evidence" },
];
const found = (text: string) => matching(entries, text).map(({ label }) => label);

test("every typed word must be found, in the label or in the words beside it", () => {
  expect(found("bundle")).toEqual(["Export Report"]);
  expect(found("new project")).toEqual(["Create New Project"]);
  expect(found("bundle project")).toEqual([]);
});

test("what begins with the text comes first, what only its other words have comes last", () => {
  expect(found(" PROJECT ")).toEqual(["Projects", "Create New Project", "Getting started"]);
});

test("without a text all are there, in their order", () => {
  expect(found("")).toHaveLength(4);
});

test("another name counts like the label, and only a beginning is one", () => {
  const company = { label: "Switch to Novak Labs", alias: "Novak Labs" };
  expect(matching([{ label: "Move Novak files" }, company], "novak")[0]).toBe(company);
  expect(begins(company, " NOVAK ")).toBe(true);
  expect(begins(company, "labs")).toBe(false);
  expect(begins(company, "")).toBe(false);
});
