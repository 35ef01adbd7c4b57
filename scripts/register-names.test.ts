import { expect, test } from "vitest";
import { capabilities } from "#catalog/capabilities/index.ts";
import { programPage } from "#catalog/program-page.ts";
import { registerNames } from "#catalog/register-names.gen.ts";
import { registers } from "#catalog/registers/index.ts";
import { namesOfRegisters } from "./register-names.ts";

test("documentation explains every register, in its own words and order", () => {
  expect(registerNames).toEqual(namesOfRegisters());
  const at = programPage.blocks.findIndex((block) => block.kind === "heading" && block.text === "Registers");
  const said = programPage.blocks[at + 1];
  const rows = said?.kind === "facts" ? said.rows : [];
  expect(rows.map(([label]) => label)).toEqual(registers.map(({ label }) => label));
  for (const [index, { summary }] of registers.entries()) expect(rows[index]![1]).toContain(summary);
});

test("the table of what Exhibit does names every register", () => {
  for (const { label } of registers)
    expect(`${capabilities.registers.sentence} ${capabilities.registers.more}`.toLowerCase()).toContain(
      label.toLowerCase(),
    );
});

test("documentation has a section on what is printed, proposed, reviewed and begun with", () => {
  const headings = programPage.blocks.flatMap((block) => (block.kind === "heading" ? [block.text] : []));
  expect(headings).toEqual(
    expect.arrayContaining(["First steps", "Proposals", "Periodic reviews", "Vendor bundles", "Printed documents"]),
  );
});
