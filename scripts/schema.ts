// Keeps what is derived from the migrations equal to them: the types of the tables and of the functions, and the schema that a
// reviewer reads. All are written here, from a database that was migrated just now; with `--check` they are compared. New
// migrations are frozen on the way.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/db/embedded-postgres.ts";
import { migrate, undescribedBuild } from "#server/db/migrate.ts";
import { readSchemaObjects } from "#server/db/schema-objects.ts";
import { describeFunctions } from "./describe-functions.ts";
import { describeSchema } from "./describe-schema.ts";
import { freezeMigrations } from "./freeze-migrations.ts";
import { root, runTool } from "./program.ts";

async function describe(url: string, write: (client: pg.Client) => Promise<string>): Promise<string> {
  // With nothing on the path every name is written in full.
  const client = new pg.Client({ connectionString: url, options: "-c search_path=pg_catalog" });
  await client.connect();
  try {
    return await write(client);
  } finally {
    await client.end();
  }
}

/** What each start compares a database with; a line for each object, so that two branches merge. */
async function describeObjects(client: pg.Client): Promise<string> {
  await client.query("BEGIN");
  return `${JSON.stringify(await readSchemaObjects(client), undefined, 2)}\n`;
}

/** In a process of its own: the tool does not wait until its connections are closed, and the server stops next. */
async function readTypes(url: string, folder: string): Promise<string> {
  const file = join(folder, "types.ts");
  const flags = ["--url", url, "--dialect", "postgres", "--include-pattern", "(app|auth).*", "--out-file", file];
  const types = ["--type-mapping", '{"int8":"number"}'];
  const { code, output } = await runTool("kysely-codegen", "kysely-codegen", [...flags, ...types]);
  if (code !== 0) throw new Error(output);
  return readFileSync(file, "utf8");
}

/** What the derived files ought to hold, by path. Always from the embedded PostgreSQL: others word things differently. */
async function derive(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-schema-"));
  const server = await startEmbeddedPostgres(folder, { throwAway: true });
  try {
    await migrate(server.url, undefined, await undescribedBuild());
    const [schema, types, functions, objects] = await Promise.all([
      describe(server.url, describeSchema),
      readTypes(server.url, folder),
      describe(server.url, describeFunctions),
      describe(server.url, describeObjects),
    ]);
    return {
      "db/schema.sql": schema,
      "db/schema-objects.json": objects,
      "src/server/db/types.gen.ts": types,
      "src/server/db/functions.gen.ts": functions,
    };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!process.argv.includes("--check")) await freezeMigrations();
for (const [path, wanted] of Object.entries(await derive())) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, "utf8") === wanted) continue;
  if (process.argv.includes("--check")) {
    console.log(`${path} is not what the migrations make: npm run schema`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, wanted);
    console.log(`${path} written`);
  }
}
