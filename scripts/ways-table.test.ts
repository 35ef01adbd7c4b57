import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allChecks, controls } from "#catalog/index.ts";
import { documentsBySource } from "#catalog/document-sources.ts";
import { checksOfRegisters } from "#catalog/parts.ts";
import { documentGoals, programChecks } from "#catalog/program-goals.ts";
import { checkWays, documentWays, missing, ways } from "#catalog/ways.gen.ts";
import { documentSources } from "#domain/documents/document-source.ts";
import { root } from "./program.ts";
import {
  checksByWay,
  checksTable,
  documentsTable,
  missingToday,
  missingWords,
  waysOfControls,
  waysTable,
} from "./ways-table.ts";

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

test("docs and the catalog's file say of each of 98 checks what decides it, and of each of 66 documents where it comes from", () => {
  console.log(`${checksTable()}\n\n${documentsTable()}\n\n${missingWords()}`);
  const page = readFileSync(join(root, "docs/deciding.md"), "utf8");
  for (const part of [checksTable(), documentsTable(), missingWords()]) expect(page).toContain(part);
  expect(checkWays.flatMap(({ titles }) => [...titles])).toHaveLength(98);
  expect(checkWays).toEqual(
    checksByWay().map(({ by, label, checks }) => ({ by, label, titles: checks.map(({ title }) => title) })),
  );
  expect(documentWays.flatMap(({ titles }) => [...titles])).toHaveLength(66);
  expect(documentWays.map(({ titles }) => titles)).toEqual(
    [...documentsBySource.values()].map((documents) => documents.map(({ title }) => title)),
  );
});

/** What the program is still to make. Shorten it with each; nothing else may be missing. */
const stillMissing = {
  checks: ["change.release-roles"],
  documents: [] as string[],
};

test("registers decide 42 checks, and documents are 20 policies, 35 printed, 6 received and 5 collected, but for what is said to be missing", () => {
  expect(new Set(programChecks).size).toBe(42);
  const left = programChecks.filter((id) => !checksOfRegisters.includes(id));
  expect(stillMissing.checks).toEqual(expect.arrayContaining(left));
  expect(missing).toEqual({ of: 42, ...missingToday() });
  expect(missing.checks).toHaveLength(left.length);
  const byHand = (documentsBySource.get("hand") ?? []).map(({ id }) => id);
  expect(stillMissing.documents).toEqual(expect.arrayContaining(byHand));
  expect(missing.documents).toHaveLength(byHand.length);
  const counts = documentSources.map((source) => [source, documentsBySource.get(source)!.length] as const);
  expect(Object.fromEntries(counts)).toEqual({
    ...documentGoals,
    printed: documentGoals.printed - byHand.length,
    hand: byHand.length,
  });
});

test("a check is decided by a machine, a register or a person, and by no file that was uploaded alone", () => {
  expect(checkWays.map(({ by }) => by)).toEqual(["machine", "partly", "register", "person"]);
  const registers = checksByWay()
    .find(({ by }) => by === "register")!
    .checks.map(({ id }) => id);
  const machine = checksByWay()
    .find(({ by }) => by === "machine")!
    .checks.map(({ id }) => id);
  expect([...registers, ...machine]).toEqual(expect.arrayContaining([...checksOfRegisters]));
});
