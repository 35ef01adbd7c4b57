import { expect, test } from "vitest";
import { controls } from "#catalog/controls/index.ts";
import { documentation, wordsOf } from "#catalog/documentation.ts";
import { describedCommands } from "./describe-commands.ts";

const described = describedCommands();

test("the palette finds each page of the documentation by every word of it, and has each word once", () => {
  expect(described.pages.map(({ key }) => key)).toEqual(documentation.map(({ key }) => key));
  for (const [at, { words }] of described.pages.entries()) {
    const all = words.split(" ");
    expect(new Set(all).size).toBe(all.length);
    expect(wordsOf(documentation[at]!).split(/\s+/)).toEqual(expect.arrayContaining(all));
    expect(all).toEqual(expect.arrayContaining(wordsOf(documentation[at]!).split(/\s+/)));
  }
});

test("the palette finds every check with its control, and each register with who may read and write it", () => {
  expect(described.checks.map(({ id }) => id)).toEqual(controls.flatMap(({ checks }) => checks.map(({ id }) => id)));
  expect(described.registers.map(({ key }) => key)).toContain("people");
  for (const { readers, writers } of described.registers) {
    expect(readers).toContain("owner");
    expect(readers).toEqual(expect.arrayContaining([...writers]));
  }
});
