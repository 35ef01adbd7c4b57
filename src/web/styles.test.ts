import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import postcss from "postcss";
import { describe, expect, test } from "vitest";

// What a page wears is decided by what it imports. These read the imports, so that a page cannot be built whose styles come only
// when somebody was elsewhere before.

const web = import.meta.dirname;
const layers = "base, components, screens, words";
const ownPage = /^(verification\/bundle-page|public)\//;

const sources = new Map(
  globSync("**/*.{ts,tsx,css}", { cwd: web })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => !/\.test\.|\.d\.ts$/.test(file) && !ownPage.test(file))
    .map((file) => [file, readFileSync(path.join(web, file), "utf8")]),
);
const sheets = [...sources.keys()].filter((file) => file.endsWith(".css"));
const routes = [
  ...[...sources.get("routes.ts")!.matchAll(/"((?:marketing|access|design-page)\/[\w/-]+\.tsx)"/g)].map(
    ([, file]) => file!,
  ),
  ...[...sources.get("workspace/screens.ts")!.matchAll(/import\("\.\/([\w/-]+\.tsx)"\)/g)].map(
    ([, file]) => `workspace/${file!}`,
  ),
  "workspace/home/home-screen.tsx",
];

const importing = /(?:\bfrom|\bimport|@import)\s*\(?\s*"([^"]+)"/g;

/** The files of src/web that a file imports, sheets included; what is imported on demand, too. */
function importsOf(file: string): string[] {
  return [...(sources.get(file) ?? "").matchAll(importing)]
    .map(([, name]) => name!.replace(/\?url$/, ""))
    .map((name) => (name.startsWith("#web/") ? name.slice(5) : path.posix.join(path.posix.dirname(file), name)))
    .filter((name) => sources.has(name));
}

function reachedFrom(entries: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...importsOf(file));
  }
  return reached;
}

/** What stands around a route's own file. */
function layoutsOf(route: string): string[] {
  if (route.startsWith("workspace/")) return ["workspace/shell/workspace-layout.tsx"];
  return route.startsWith("marketing/") || route === "access/not-found.tsx" ? ["marketing/public-layout.tsx"] : [];
}

/** Classes that a sheet has rules for. */
function classesIn(file: string): Set<string> {
  const found = new Set<string>();
  postcss.parse(sources.get(file)!).walkRules((rule) => {
    for (const [, name] of rule.selector.matchAll(/\.([a-zA-Z_][\w-]*)/g)) found.add(name!);
  });
  return found;
}

/** Classes that a component gives its elements. */
function classesOf(file: string): Set<string> {
  const found = new Set<string>();
  const given = /(?:className|\w+Class)(?:=|: )(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g;
  for (const [, plain, computed] of sources.get(file)!.matchAll(given)) {
    const texts =
      plain === undefined ? [...computed!.matchAll(/["`]([^"`]*)["`]/g)].map((match) => match[1]!) : [plain];
    for (const text of texts) for (const name of text.split(/\s+/)) if (/^[a-z][\w-]*$/.test(name)) found.add(name);
  }
  return found;
}

const defined = new Map(sheets.map((sheet) => [sheet, classesIn(sheet)]));
const everywhere = reachedFrom(["design/styles/index.css"]);

describe.each(routes)("%s", (route) => {
  test("wears only classes whose sheets it imports, or that every page has", () => {
    const reached = reachedFrom([route, "root.tsx", ...layoutsOf(route)]);
    const known = new Set([...reached].flatMap((file) => [...(defined.get(file) ?? [])]));
    const unknown = [...reached]
      .filter((file) => file.endsWith(".tsx"))
      .flatMap((file) => [...classesOf(file)].filter((name) => !known.has(name)).map((name) => `${file}: ${name}`));
    expect(unknown).toEqual([]);
  });
});

test("what a route imports is what its page has before it is drawn: no sheet hangs on code that comes later", () => {
  const late = [...sources]
    .filter(([file]) => file.endsWith(".tsx"))
    .flatMap(([file, text]) => [...text.matchAll(/import\("([^"]+\.css)"\)/g)].map(([, sheet]) => `${file}: ${sheet}`));
  expect(late).toEqual([]);
});

test("every sheet names the layers in their order, for whichever arrives first decides it", () => {
  for (const sheet of sheets.filter((sheet) => !everywhere.has(sheet) || sheet.endsWith("index.css")))
    expect(sources.get(sheet), sheet).toMatch(new RegExp(`^@layer ${layers};`));
});

test("a screen's sheet says everything in the layer of screens, so that it wins over components wherever it stands", () => {
  const own = sheets.filter((sheet) => !everywhere.has(sheet));
  expect(own.length).toBeGreaterThan(20);
  for (const sheet of own) {
    const outside = postcss
      .parse(sources.get(sheet)!)
      .nodes.filter((node) => node.type !== "comment")
      .map((node) => (node.type === "atrule" ? `@${node.name} ${node.params}` : String(node).slice(0, 60)));
    expect(outside, sheet).toEqual([`@layer ${layers}`, "@layer screens"]);
  }
});

test("a sheet stands beside what imports it, or is one that every page has", () => {
  const shared = new Set(["marketing/plain.css", "marketing/portal.css", "workspace/workspace.css"]);
  for (const sheet of sheets.filter((sheet) => !everywhere.has(sheet) && !shared.has(sheet))) {
    const from = [...sources.keys()].filter((file) => importsOf(file).includes(sheet));
    expect(from, sheet).not.toEqual([]);
    for (const file of from) expect(path.posix.dirname(file), sheet).toBe(path.posix.dirname(sheet));
  }
});

test("nothing grey shows for the first 300 ms of waiting", () => {
  const skeleton = /\.skeleton \{\s*animation: skeleton-appear 1ms (\d+)ms both;/.exec(
    sources.get("design/styles/states.css")!,
  );
  expect(Number(skeleton?.[1])).toBeGreaterThanOrEqual(300);
});

test("no class has rules and no element", () => {
  const server = globSync("src/server/**/*.ts", { cwd: path.resolve(web, "../..") })
    .map((file) => readFileSync(path.resolve(web, "../..", file), "utf8"))
    .join("\n");
  const given = new Set(
    [...sources.keys()].filter((file) => /\.tsx?$/.test(file)).flatMap((file) => [...classesOf(file)]),
  );
  // What scripts and the theme set, and what the server writes into its own pages.
  const others = (name: string) => name === "dark" || new RegExp(`class="[^"]*\\b${name}\\b`).test(server);
  const idle = [...defined].flatMap(([sheet, names]) =>
    [...names].filter((name) => !given.has(name) && !others(name)).map((name) => `${sheet}: ${name}`),
  );
  expect(idle).toEqual([]);
});
