import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

const folder = "build/client/assets";
const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
const imported = /(?:import|from)\s*"\.\/([^"]+\.js)"/g;

/** What the browser runs before this file, itself included. */
function neededBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, other] of readFileSync(`${folder}/${file}`, "utf8").matchAll(imported)) neededBy(other!, found);
  return found;
}

const named = (name: string) =>
  files.filter((file) => file.startsWith(`${name}-`) && !file.startsWith(`${name}-screen`));

test("what a key opens on every page runs no schema of the contract first", () => {
  const opened = named("palette");
  const schemas = named("contract");
  expect(opened).toHaveLength(1);
  expect(schemas).toHaveLength(1);
  // Else this test reads imports in a form that is not the build's.
  expect(neededBy(opened[0]!).size).toBeGreaterThan(1);
  expect([...neededBy(files.find((file) => file.startsWith("new-project-"))!)]).toContain(schemas[0]);
  expect([...neededBy(opened[0]!)]).not.toContain(schemas[0]);
});
