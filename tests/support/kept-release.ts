import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type pg from "pg";
import { writeBackup } from "#server/backup/backup.ts";
import { seed } from "../contracts/isolation/seed.ts";
import { backupPair, instanceOf } from "./backup-pair.ts";
import type { RunningApp } from "./running-app.ts";
import { prowlerReport } from "./reports.ts";
import { addMember } from "./members.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** What the test of upgrades asks of a release. */
export interface ReleaseFacts {
  readonly company: string;
  readonly olga: { readonly id: string; readonly email: string };
  readonly token: string;
  readonly invitation: { readonly link: string };
  readonly ledger: { readonly key: string; readonly size: number; readonly root: string };
  /** How many rows each table had, by `schema.table`. */
  readonly rows: Readonly<Record<string, number>>;
  /** The SHA-256 of each migration as the release had it. */
  readonly migrations: Readonly<Record<string, string>>;
}

/**
 * Fills an installation as people do, writes a backup of it into `folder`, and makes up rows for the tables that are left.
 */
export async function fillInstallation(
  running: RunningApp,
  folder: string,
): Promise<Omit<ReleaseFacts, "rows" | "migrations">> {
  const olga = await running.person("Olga");
  const mona = await running.person("Mona");
  const company = await olga.found("Rich and Ready");
  const at = (more: string) => `/companies/${company}${more}`;
  const ok = ({ status, body }: { status: number; body: any }) => {
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  const file = async (name: string, more: Record<string, string> = {}): Promise<string> => {
    const query = new URLSearchParams({ name, fileName: "a.txt", type: "Policy", controls: "XC-01,XC-02", ...more });
    return ok(await olga.upload(at(`/evidence?${query}`), `text of ${name}`)).id;
  };
  await running.database.admin.query("UPDATE app.feature_flags SET enabled = true WHERE key = 'api-access'");
  ok(await olga.post(at("/projects"), { name: "SOC 2", framework: "soc2" }));
  await addMember(running, company, mona.id, "member");
  const matter = ok(await olga.post(at("/matters"), { name: "A v. B", basis: "work product", join: true })).id;
  ok(await olga.post(at(`/matters/${matter}/access-list`), { userId: mona.id }));
  const secret = await file("Secret", { matter });
  const waived = await file("Lifted", { matter, supersedes: secret });
  ok(await olga.post(at(`/evidence/${waived}/privilege-waiver`), { reason: "Given up" }));
  await file("Newer", { supersedes: await file("Plain") });
  ok(await olga.upload(at("/imports?fileName=p.json"), prowlerReport(new Date())));
  ok(await olga.post(at("/controls/XC-01/plan"), { ownerId: mona.id, dueOn: "2026-12-24" }));
  ok(await olga.post(at("/controls/XC-01/notes"), { body: "A note" }));
  ok(await olga.post(at("/controls/XC-02/applicability"), { applicable: false, reason: "None" }));
  const { token } = ok(await olga.post(at("/api-tokens"), { name: "Reader", scopes: ["read"] }));
  const invitation = ok(await olga.post(at("/invitations"), { email: "ivan@example.test", role: "admin" }));
  await running.app.runTasks();
  await running.app.services.signer.signCheckpoints(company);
  const ledger = ok(await olga.get(at("/ledger")));
  const { key } = await backupPair(folder);
  await writeBackup(instanceOf(running.database, running.folder), key, path.join(folder, "backup.age"));
  const client = await running.database.admin.connect();
  try {
    await seed(client);
  } finally {
    client.release();
  }
  return { company, olga: { id: olga.id, email: olga.email }, token, invitation, ledger };
}

/** Writes rows, files and facts into `folder`, as tests/upgrade keeps them. */
export async function keepRelease(
  running: RunningApp,
  facts: Awaited<ReturnType<typeof fillInstallation>>,
  folder: string,
): Promise<ReleaseFacts> {
  await mkdir(folder, { recursive: true });
  const { admin } = running.database;
  const { sql, rows } = await dumpRows(admin);
  await writeFile(path.join(folder, "data.sql.gz"), gzipSync(sql, { level: 9 }));
  for (const part of ["us", "anchors"])
    await cp(path.join(running.folder, part), path.join(folder, part), { recursive: true });
  const whole: ReleaseFacts = { ...facts, rows, migrations: await hashesOfMigrations() };
  await writeFile(path.join(folder, "facts.json"), `${JSON.stringify(whole, null, 2)}\n`);
  return whole;
}

async function hashesOfMigrations(): Promise<Record<string, string>> {
  const folder = path.join(root, "db/migrations");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).toSorted();
  const hash = async (file: string) =>
    createHash("sha256")
      .update(await readFile(path.join(folder, file)))
      .digest("hex");
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [path.basename(file, ".sql"), await hash(file)])),
  );
}

/** Every row of the application's tables as SQL that any later version can load, and how many rows each table has. */
async function dumpRows(admin: pg.Pool): Promise<{ sql: string; rows: Record<string, number> }> {
  const { rows: tables } = await admin.query<{ name: string; columns: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE n.nspname IN ('app', 'auth') AND c.relkind = 'r' GROUP BY 1 ORDER BY 1`,
  );
  const statements: string[] = [];
  const counts: Record<string, number> = {};
  for (const { name, columns } of tables) {
    const { rows } = await admin.query<{ n: number; text: string | null }>(
      `SELECT count(*)::integer AS n, json_agg(t)::text AS text FROM (SELECT ${columns} FROM ${name}) t`,
    );
    const { n, text } = rows[0]!;
    if (n === 0 || text === null) continue;
    counts[name] = n;
    statements.push(
      `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, '${text.replaceAll("'", "''")}');`,
    );
  }
  return { sql: statements.join("\n"), rows: counts };
}
