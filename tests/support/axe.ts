import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Findings {
  /** What is wrong: the rule, and the HTML of each element that breaks it, cut to 300 characters. */
  readonly violations: readonly { readonly id: string; readonly nodes: readonly string[] }[];
  /** The rules that found something to judge, and nothing wrong with it. */
  readonly passes: readonly string[];
}

/**
 * What axe finds on the page as it stands, in its own document alone: no page of ours holds frames. Axe is brought into a
 * document once and asked for what is wrong in full, for the rest by name: half a megabyte of script for each look, and a
 * list of every element that is right, were half of what the looks cost.
 */
export async function axeOn(
  page: Page,
  { without = [] }: { readonly without?: readonly string[] } = {},
): Promise<Findings> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const options: RunOptions = {
    resultTypes: ["violations"],
    // The way to each element is not asked for: its HTML names it.
    selectors: false,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  return await page.evaluate(async (asked) => {
    const { axe } = globalThis as unknown as { axe: { run: (on: Document, how: RunOptions) => Promise<AxeResults> } };
    const found = await axe.run(document, asked);
    return {
      violations: found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 300)) })),
      passes: found.passes.map(({ id }) => id),
    };
  }, options);
}
