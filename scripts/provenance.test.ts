import { expect, test } from "vitest";
import { provenanceOf, releaseMaterials } from "./provenance.ts";

const facts = { version: "1.0.0", commit: "a".repeat(40), changed: false, seconds: 1_795_000_000 };
const made = [
  { name: "b.tar.gz", sha256: "2" },
  { name: "a.json", sha256: "1" },
];

test("provenance names what was made and all it was made from, in one order, and nothing of when or where", () => {
  const materials = releaseMaterials(process.execPath);
  expect(materials.length).toBeGreaterThan(3);
  for (const { sha256 } of materials) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  const statement = provenanceOf({ ...facts, subjects: made, materials });
  const again = provenanceOf({ ...facts, subjects: made.toReversed(), materials: materials.toReversed() });
  expect(JSON.stringify(again)).toBe(JSON.stringify(statement));
  expect(statement.subject.map(({ name }) => name)).toEqual(["a.json", "b.tar.gz"]);
  const [source, ...rest] = statement.predicate.buildDefinition.resolvedDependencies;
  expect(source).toEqual({ name: "source", digest: { gitCommit: facts.commit } });
  expect(rest).toHaveLength(materials.length);
});

test("what was packed outside of git, or from changed files, says so", () => {
  const { predicate } = provenanceOf({ ...facts, commit: undefined, changed: true, subjects: made, materials: [] });
  expect(predicate.buildDefinition.resolvedDependencies).toEqual([]);
  expect(predicate.buildDefinition.externalParameters.uncommittedChanges).toBe(true);
});
