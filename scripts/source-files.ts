import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./program.ts";

/** A file of the project: its path from the project's folder, with slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const folders = ["src", "scripts", "tests", "bench", "db", "docs"];

/** Every file below the project's own folders; what is installed or generated lies elsewhere. */
export function projectPaths(): string[] {
  return folders.flatMap((folder) => {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll("\\", "/"),
      );
  });
}

export function readSource(path: string): SourceFile {
  return { path, text: readFileSync(join(root, path), "utf8") };
}
