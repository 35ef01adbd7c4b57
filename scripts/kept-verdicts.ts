import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./program.ts";

/** Where checks remember what passed: of this folder alone, since node_modules may have been copied from another. */
export const cacheFolder = join(
  root,
  "node_modules/.cache",
  `check-${createHash("sha256").update(root).digest("hex").slice(0, 8)}`,
);

/** How many keys of one check are kept: going back to another branch costs nothing. */
const KEPT = 12_000;

/** The keys under which a check passed. A failure is never kept. */
export interface KeptVerdicts {
  has(key: string): boolean;
  /** Remembers that these passed. */
  keep(keys: Iterable<string>): void;
}

/** What the check `name` remembers. With `cold` it begins with nothing, and still remembers. */
export function keptVerdicts(name: string, { cold }: { readonly cold: boolean }): KeptVerdicts {
  const file = join(cacheFolder, `${name.replace(/\W+/g, "-")}.txt`);
  const keys = new Set(cold ? [] : read(file));
  return {
    has: (key) => keys.has(key),
    keep: (passed) => {
      for (const key of passed) {
        // The newest stand last.
        keys.delete(key);
        keys.add(key);
      }
      mkdirSync(cacheFolder, { recursive: true });
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, [...keys].slice(-KEPT).join("\n"));
      renameSync(draft, file);
    },
  };
}

function read(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}

/** What every verdict rests on besides the files: Node, the installed versions, and how the project is configured. */
export function surroundings(): string {
  const hash = createHash("sha256").update(process.version);
  for (const file of ["package-lock.json", "package.json", ".oxlintrc.json", ".oxfmtrc.json", "knip.json"])
    hash.update(readFileSync(join(root, file)));
  for (const file of globSync("tsconfig*.json", { cwd: root }).toSorted()) hash.update(readFileSync(join(root, file)));
  return hash.digest("base64");
}

/** One key for the content of all files that match, with their paths. */
export function keyOfFiles(patterns: readonly string[], shared: string): string {
  const hash = createHash("sha256").update(shared);
  const found = globSync([...patterns], { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of found.map((entry) => join(entry.parentPath, entry.name)).toSorted()) {
    const content = readFileSync(path);
    hash.update(`${path.slice(root.length)} ${content.length}\n`).update(content);
  }
  return hash.digest("base64");
}
