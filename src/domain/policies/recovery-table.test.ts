import { expect, test } from "vitest";
import { readPolicyText } from "./policy-text.ts";
import { recoveryTable } from "./recovery-table.ts";

const rowsOf = (table: string) => {
  const read = readPolicyText(`::: table recovery\n${table}\n:::\n`);
  return read.ok && read.blocks[0]?.kind === "table" ? read.blocks[0].rows.map((row) => row[0]) : undefined;
};

test("a table of systems without any says so, and where they are added", () => {
  expect(rowsOf(recoveryTable([]))).toEqual([
    [{ kind: "text", text: "No systems yet. Add them under Program, Systems." }],
  ]);
});

test("a table of systems lists those that there are, and nothing else", () => {
  const table = recoveryTable([{ name: "AWS", fields: {} }]);
  expect(rowsOf(table)).toEqual([[{ kind: "text", text: "AWS" }]]);
});
