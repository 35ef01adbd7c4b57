// Keeps db/migrations/frozen.json, the SHA-256 of every landed migration. Writing only adds lines; what is committed
// never changes. With `--check` the files are compared with the list.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "#server/db/migration-files.ts";
import type { MigrationFile } from "#server/db/migration-files.ts";
import { root } from "./program.ts";

/** Hashes by the migration's name. */
type Frozen = Readonly<Record<string, string>>;

const LIST = "db/migrations/frozen.json";

/** Adds what is not listed. A listed hash stays, whatever the file holds now. */
export function freeze(frozen: Frozen, files: readonly Pick<MigrationFile, "name" | "sha256">[]): Frozen {
  const found = Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]));
  return Object.fromEntries(Object.entries({ ...found, ...frozen }).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What is wrong with the files, one sentence each. `committed` is the list as it was committed last. */
export function thawed(
  frozen: Frozen,
  files: readonly Pick<MigrationFile, "name" | "sha256">[],
  committed: Frozen = {},
): string[] {
  const found = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  return [
    ...Object.entries(committed)
      .filter(([name, sha256]) => frozen[name] !== sha256)
      .map(([name]) => `${LIST}: the line of ${name} was changed or removed. Lines are only added.`),
    ...Object.entries(frozen).flatMap(([name, sha256]) => {
      if (!found.has(name)) return [`db/migrations/${name}.sql is frozen and missing. Bring it back.`];
      if (found.get(name) === sha256) return [];
      return [`db/migrations/${name}.sql is frozen and was changed. Undo that, and write a new migration.`];
    }),
    ...files
      .filter(({ name }) => !(name in frozen))
      .map(({ name }) => `db/migrations/${name}.sql is not frozen yet: npm run schema`),
  ];
}

/** The list as the last commit has it; without a commit there is nothing to compare with. */
function committedList(): Frozen {
  try {
    const shown = execFileSync("git", ["show", `HEAD:${LIST}`], { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    return JSON.parse(shown.toString()) as Frozen;
  } catch {
    return {};
  }
}

function writtenList(): Frozen {
  const file = join(root, LIST);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Frozen) : {};
}

/** Adds new migrations to the list. One that is not committed yet gets the hash of its file as it is now. */
export async function freezeMigrations(): Promise<void> {
  const committed = committedList();
  // Without git every line counts as committed.
  const kept = Object.keys(committed).length > 0 ? committed : writtenList();
  const list = `${JSON.stringify(freeze(kept, await readMigrationFiles()), null, 2)}\n`;
  if (existsSync(join(root, LIST)) && readFileSync(join(root, LIST), "utf8") === list) return;
  writeFileSync(join(root, LIST), list);
  console.log(`${LIST} written`);
}

if (import.meta.main) {
  if (process.argv.includes("--check")) {
    const problems = thawed(writtenList(), await readMigrationFiles(), committedList());
    for (const problem of problems) console.log(problem);
    process.exitCode = problems.length > 0 ? 1 : 0;
  } else {
    await freezeMigrations();
  }
}
