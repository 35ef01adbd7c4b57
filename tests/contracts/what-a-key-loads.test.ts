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

const textOf = (file: string) => readFileSync(`${folder}/${file}`, "utf8");
/** The first load knows of zod's settings, and has the addresses of all endpoints. */
const isFirstLoad = (file: string) => file.startsWith("workspace-");

test("what a key opens on every page runs no schema of the contract first", () => {
  const opened = named("palette");
  expect(opened).toHaveLength(1);
  // Else this test reads imports in a form that is not the build's.
  expect(neededBy(opened[0]!).size).toBeGreaterThan(1);
  const makesSchemas = (file: string) => !isFirstLoad(file) && textOf(file).includes("_zod");
  expect([...neededBy(files.find((file) => file.startsWith("new-project-"))!)].filter(makesSchemas)).toHaveLength(1);
  expect([...neededBy(opened[0]!)].filter(makesSchemas)).toEqual([]);
  // What it finds by name it has as names; a check's predicate stands in the catalog alone.
  expect(textOf(opened[0]!)).not.toContain("predicate:");
});

test("a screen runs the schemas of the nouns that it uses, and not of all", () => {
  const ofCompany = /path:`\/companies\/\{companyId\}\/([\w-]+)/g;
  const nouns = (screen: string) =>
    [...neededBy(files.find((file) => file.startsWith(`${screen}-screen-`))!)]
      .filter((file) => !isFirstLoad(file))
      .flatMap((file) => [...textOf(file).matchAll(ofCompany)].map(([, noun]) => noun!));
  expect(nouns("evidence")).toContain("evidence");
  for (const other of ["policies", "reviews", "webhooks", "tasks"]) expect(nouns("evidence")).not.toContain(other);
  expect(nouns("audit")).toContain("audit");
});

test("the editor of policies loads on its own route only: no file that another route runs or fetches has it", () => {
  const isEditor = (file: string) => textOf(file).includes("ProseMirror");
  const withEditor = files.filter((file) => [...neededBy(file)].some(isEditor));
  expect(withEditor.length).toBeGreaterThan(0);
  // Its screen, and what nothing but its screen leads to.
  expect(withEditor.filter((file) => file.startsWith("edit-screen-"))).toHaveLength(1);
  const leadingTo = (file: string) => files.filter((other) => other !== file && textOf(other).includes(file));
  for (const file of withEditor) {
    // The list of all screens names the route's own file, and fetches it when somebody goes there.
    const others = leadingTo(file).filter((other) => !withEditor.includes(other));
    const isRoute = file.startsWith("edit-screen-");
    expect([file, others.filter((other) => !(isRoute && isFirstLoad(other)))]).toEqual([file, []]);
  }
  expect(files.filter(isFirstLoad).filter((file) => withEditor.includes(file))).toEqual([]);
});
