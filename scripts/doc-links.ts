import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { root } from "./program.ts";
import { readSource } from "./source-files.ts";
import type { SourceFile } from "./source-files.ts";

/** A path inside a code span counts when it begins like one of ours; patterns and names in CAPITALS stand for many. */
const ownPath = /^(?:src|scripts|tests|bench|db|docs|\.ci)\/[a-z0-9_./@-]*[a-z0-9]\/?$/;

/** The paths that a document cites and `exists` denies; paths are from the project's folder. */
export function brokenLinks({ path, text }: SourceFile, exists: (path: string) => boolean): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? "")
    .filter((target) => !/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target))
    .map((target) => join(dirname(path), decodeURIComponent(target.replace(/#.*$/, ""))));
  const cited = [...prose.matchAll(/`([^`\s]+)`/g)]
    .map((match) => (match[1] ?? "").replace(/:\d+$/, ""))
    .filter((target) => ownPath.test(target));
  return [...new Set([...links, ...cited])].filter((target) => !exists(target));
}

if (import.meta.main) {
  const documents = globSync(["*.md", "docs/**/*.md"], { cwd: root }).map(readSource);
  const exists = (path: string) => existsSync(join(root, path));
  const broken = documents.flatMap((file) =>
    brokenLinks(file, exists).map((target) => `${file.path}: ${target} does not exist`),
  );
  for (const line of broken) console.log(line);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
