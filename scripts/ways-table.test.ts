import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allChecks, controls } from "#catalog/index.ts";
import { documentsBySource } from "#catalog/document-sources.ts";
import { documentCounts, ways } from "#catalog/ways.gen.ts";
import { root } from "./program.ts";
import { documentsTable, waysOfControls, waysTable } from "./ways-table.ts";

test("docs and the catalog's file say of each control what its parts, connectors and reports say", () => {
  const computed = waysOfControls(["soc2"]);
  console.log(waysTable(computed));
  expect(ways).toEqual(computed);
  expect(readFileSync(join(root, "docs/deciding.md"), "utf8")).toContain(waysTable(computed));
  const sum = (of: (way: (typeof computed)[number]) => number) => computed.reduce((total, way) => total + of(way), 0);
  expect(sum(({ checks }) => checks)).toBe(allChecks.length);
  expect(sum(({ machine, partly, register, person }) => machine + partly + register + person)).toBe(allChecks.length);
  expect(sum(({ documents }) => documents)).toBe(controls.flatMap(({ expectedEvidence }) => expectedEvidence).length);
});

test("docs and the catalog's file say of each expected document where it comes from", () => {
  console.log(documentsTable());
  expect(readFileSync(join(root, "docs/deciding.md"), "utf8")).toContain(documentsTable());
  expect(documentCounts.map(({ count }) => count)).toEqual([...documentsBySource.values()].map(({ length }) => length));
  expect(documentCounts.reduce((total, { count }) => total + count, 0)).toBe(
    controls.flatMap(({ expectedEvidence }) => expectedEvidence).length,
  );
});
