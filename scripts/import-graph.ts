import { createHash } from "node:crypto";
import { dirname, join } from "node:path/posix";
import { parseSync } from "oxc-parser";
import type { SourceFile } from "./source-files.ts";

const isCode = (path: string) => /\.(?:[cm]?[jt]sx?)$/.test(path);

/** Also types that are written as `import("…")`, which are no import of the module's own. */
const inline = /\bimport\(\s*["']([^"']+)["']/g;

/** The project's files that each file imports, by path. Packages and files that are not among `files` are left out. */
export function importGraph(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, text }) => {
      if (!isCode(path)) return [path, []];
      const { module } = parseSync(path, text);
      const specifiers = [
        ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
        ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
        ...[...text.matchAll(inline)].map(([, specifier]) => specifier),
      ].filter((specifier) => specifier !== undefined);
      const found = specifiers.map((specifier) => resolve(path, specifier)).filter((target) => known.has(target));
      return [path, [...new Set(found)]];
    }),
  );
}

function resolve(from: string, specifier: string): string {
  const path = specifier.split("?", 1)[0]!;
  if (path.startsWith("#tests/")) return path.slice(1);
  if (path.startsWith("#")) return `src/${path.slice(1)}`;
  return path.startsWith(".") ? join(dirname(from), path) : path;
}

/** `path` and everything it imports, directly or not. */
export function reachableFrom(path: string, graph: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(graph.get(next) ?? []));
  }
  return reached;
}

/**
 * For each file a hash of all that a judgement about it may rest on: itself, what it reaches by imports, the files that declare
 * something for everybody, and `shared`, such as the configuration and the versions of the tools.
 */
export function keysOf(files: readonly SourceFile[], shared: string): ReadonlyMap<string, string> {
  const graph = importGraph(files);
  const hashes = new Map(files.map(({ path, text }) => [path, sha256(`${path}\n${text}`)]));
  const ambient = files.filter(
    ({ path, text }) => path.endsWith(".d.ts") || /\bdeclare\s+(?:global|module)\b/.test(text),
  );
  const everybody = sha256([shared, ...ambient.map(({ path }) => hashes.get(path)!).toSorted()].join("\n"));
  return new Map(
    files.map(({ path }) => {
      const reached = [...reachableFrom(path, graph)].map((each) => hashes.get(each)!).toSorted();
      return [path, sha256([everybody, path, ...reached].join("\n"))];
    }),
  );
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
