import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../../../db/migrations");

/** One step of the schema, as this build has it. */
export interface MigrationFile {
  /** As in `0001_tenancy`: four digits say the order. */
  readonly name: string;
  readonly sql: string;
  /** Of the file's bytes, in lower-case hex. */
  readonly sha256: string;
}

/** Every migration of this build, oldest first. */
export async function readMigrationFiles(from = folder): Promise<readonly MigrationFile[]> {
  const files = (await readdir(from)).filter((file) => file.endsWith(".sql")).toSorted();
  return await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(path.join(from, file));
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return { name: path.basename(file, ".sql"), sql: bytes.toString("utf8"), sha256 };
    }),
  );
}
