import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import * as z from "zod";
import { CompactRange } from "#domain/ledger/merkle.ts";
import { KeptNodes } from "#domain/ledger/partial-tree.ts";
import { fileReader } from "../bundle/bundle-sources.ts";
import { crc32 } from "../bundle/crc32.ts";
import { openZip } from "#domain/bundle/zip-reader.ts";
import type { ZipFile } from "#domain/bundle/zip-reader.ts";
import { knownMigrations, migrate } from "../db/migrate.ts";
import { anchoredCompanies, anchorOf, erasedCompanies, sha256 } from "../ledger/signer.ts";
import { BACKUP_FORMAT } from "./backup.ts";
import type { BackupDeps, BackupSummary } from "./backup.ts";
import { copyTarget, isKept, tablesInOrder } from "./tables.ts";

/** Why a backup is not restored; nothing was changed. */
export class RestoreRefused extends Error {}

const description = z.strictObject({
  backup: z.literal(BACKUP_FORMAT),
  createdAt: z.iso.datetime(),
  files: z.array(z.strictObject({ path: z.string(), sha256: z.string(), size: z.number() })),
  ledgers: z.array(z.strictObject({ company: z.uuid(), root: z.string(), size: z.number().int() })),
  migrations: z.array(z.string()),
  secretKey: z.string(),
});
type Description = z.output<typeof description>;

/**
 * Puts a backup in the place of everything the instance holds, all or nothing, also beside a running server. Checks
 * every byte first, and refuses ({@link RestoreRefused}) a damaged file, another SECRET_KEY, another version's tables,
 * and above all a backup older than what was signed or filed since: that would fork a ledger.
 */
export async function restoreBackup(deps: BackupDeps, file: string): Promise<BackupSummary> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    throw new RestoreRefused(`The backup ${file} cannot be read: ${error.code ?? error.message}.`);
  });
  try {
    const { size } = await handle.stat();
    const { files: entries, damage } = await openZip(fileReader(handle), size);
    for (const { path, sentence } of damage) throw new RestoreRefused(`The backup is damaged: ${path}: ${sentence}`);
    const about = await describe(entries);
    await checkFiles(entries, about);
    if (!deps.keys.knows(about.secretKey)) {
      throw new RestoreRefused(
        "The backup was made with another SECRET_KEY; nothing in it could be opened. Set the SECRET_KEY of that time, or add it to SECRET_KEY_PREVIOUS.",
      );
    }
    const known = await knownMigrations();
    if (about.migrations.join() !== known.join()) {
      throw new RestoreRefused(
        `The backup has the tables of another version (${about.migrations.at(-1) ?? "none"}); restore it with that version, then upgrade.`,
      );
    }
    await refuseForgotten(deps, about);
    await migrate(deps.adminUrl);
    const blobs = await putBlobs(deps, entries);
    const { tables, rows } = await replaceRows(deps, entries, about);
    return { tables, rows, blobs, bytes: size };
  } finally {
    await handle.close();
  }
}

async function describe(entries: readonly ZipFile[]): Promise<Description> {
  const entry = entries.find((one) => one.path === "backup.json");
  if (!entry) throw new RestoreRefused("The file is not a backup of Exhibit.");
  const chunks: Buffer[] = [];
  for await (const chunk of entry.read()) chunks.push(Buffer.from(chunk));
  const bytes = Buffer.concat(chunks);
  if (crc32(bytes) !== entry.crc32)
    throw new RestoreRefused("The backup is damaged: backup.json differs from its checksum.");
  const read = description.safeParse(JSON.parse(bytes.toString()));
  if (!read.success) throw new RestoreRefused("The file is not a backup that this version can read.");
  return read.data;
}

async function checkFiles(entries: readonly ZipFile[], about: Description): Promise<void> {
  const stored = entries.filter((entry) => entry.path !== "backup.json");
  if (stored.map((one) => one.path).join("\n") !== about.files.map((one) => one.path).join("\n")) {
    throw new RestoreRefused("The backup does not hold the files that it lists.");
  }
  for (const [index, entry] of stored.entries()) {
    const hash = createHash("sha256");
    for await (const chunk of entry.read()) hash.update(chunk);
    if (hash.digest("hex") !== about.files[index]!.sha256)
      throw new RestoreRefused(`The backup is damaged: ${entry.path} differs from its hash.`);
  }
}

/** Artifacts first: they are immutable, and without rows they are harmless should anything fail later. */
async function putBlobs({ blobs }: BackupDeps, entries: readonly ZipFile[]): Promise<number> {
  const stored = entries.filter((entry) => entry.path.startsWith("blobs/"));
  for (const entry of stored) {
    const [, geography, ...key] = entry.path.split("/");
    await blobs[geography as "us" | "eu"].put(key.join("/"), entry.read());
  }
  return stored.length;
}

async function replaceRows(
  deps: BackupDeps,
  entries: readonly ZipFile[],
  about: Description,
): Promise<{ tables: number; rows: number }> {
  const client = new pg.Client({ connectionString: deps.adminUrl });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL ROLE app_owner");
    const tables = await tablesInOrder(client);
    const names = tables.map((table) => table.name);
    await client.query(`LOCK TABLE ${names.join(", ")} IN ACCESS EXCLUSIVE MODE`);
    for (const name of names)
      await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER, NO FORCE ROW LEVEL SECURITY`);
    await refuseShorterLedgers(client, about);
    await client.query(`TRUNCATE ${names.join(", ")}`);
    let rows = 0;
    const kept = tables.filter(isKept);
    for (const table of kept) {
      const entry = entries.find((one) => one.path === `tables/${table.name}`);
      if (!entry) throw new RestoreRefused(`The backup lacks the table ${table.name}.`);
      const stream = client.query(copyFrom(`COPY ${copyTarget(client, table)} FROM STDIN`));
      await pipeline(Readable.from(ownChunks(entry)), stream);
      rows += stream.rowCount;
    }
    await checkLedgers(client, deps, about);
    await closeErased(client, deps);
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER, FORCE ROW LEVEL SECURITY`);
    await client.query("COMMIT");
    return { tables: kept.length, rows };
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}

/** What was erased since the backup was written is closed at once, and the next worker erases it again. */
async function closeErased(client: pg.Client, { blobs }: BackupDeps): Promise<void> {
  const erased = (await Promise.all(Object.values(blobs).map(erasedCompanies))).flat();
  await client.query("SET LOCAL ROLE app_definer");
  await client.query("UPDATE app.companies SET deletion_due_at = now() WHERE id = ANY ($1::uuid[])", [erased]);
  await client.query("SELECT app.close_company(id, now()) FROM unnest($1::uuid[]) id", [erased]);
  await client.query("SET LOCAL ROLE app_owner");
}

/** The reader uses its buffer again for the next chunk; a stream that queues needs chunks of its own. */
async function* ownChunks(entry: ZipFile): AsyncGenerator<Buffer> {
  for await (const chunk of entry.read()) yield Buffer.from(chunk);
}

/** What was acknowledged and is not in the backup would be lost, and its place in the ledger given to something else. */
async function refuseShorterLedgers(client: pg.Client, about: Description): Promise<void> {
  const { rows } = await client.query<{ company_id: string; size: string }>(
    "SELECT company_id, size FROM app.ledger_heads",
  );
  for (const row of rows) {
    const held = about.ledgers.find((one) => one.company === row.company_id)?.size ?? 0;
    if (Number(row.size) > held) refuseFork(row.company_id, Number(row.size), held, "the database holds");
  }
}

function refuseFork(company: string, present: number, held: number, where: string): never {
  throw new RestoreRefused(
    `Restoring this backup would fork the ledger of company ${company}: ${where} ${present} entries, the backup ${held}. Restore a newer backup.`,
  );
}

/** A company that the backup does not know, and for which a checkpoint was signed, would be forgotten for good. */
async function refuseForgotten({ blobs }: BackupDeps, about: Description): Promise<void> {
  for (const store of Object.values(blobs)) {
    for (const company of await anchoredCompanies(store)) {
      if (about.ledgers.some((one) => one.company === company)) continue;
      const anchor = await anchorOf(store, company);
      if (anchor) refuseFork(company, anchor.size, 0, "a signed checkpoint covers");
    }
  }
}

/** The restored ledgers must continue what this instance has signed, and be what the backup says. */
async function checkLedgers(client: pg.Client, { blobs }: BackupDeps, about: Description): Promise<void> {
  const { rows: companies } = await client.query<{ id: string; geography: "us" | "eu" }>(
    "SELECT c.id, l.geography FROM app.companies c JOIN app.storage_locations l ON l.id = c.storage_location_id",
  );
  for (const company of companies) {
    const ledger = about.ledgers.find((one) => one.company === company.id);
    const anchor = await anchorOf(blobs[company.geography], company.id);
    if (anchor && anchor.size > (ledger?.size ?? 0))
      refuseFork(company.id, anchor.size, ledger?.size ?? 0, "a signed checkpoint covers");
    const { range, anchored, kept } = await rebuild(client, company.id, anchor);
    if (!anchored) refuseFork(company.id, anchor!.size, range.size, "a signed checkpoint contradicts it at");
    const root = Buffer.from(range.root(sha256)).toString("base64");
    if (range.size !== ledger?.size || root !== ledger.root || !kept)
      throw new RestoreRefused(`The ledger of company ${company.id} in this backup does not verify.`);
  }
}

const LEAVES_AT_ONCE = 10_000;

/** The ledger as its leaves make it; whether it is that of a signed checkpoint at its size, and its subtrees' hashes are kept. */
async function rebuild(client: pg.Client, company: string, anchor: { size: number; root: Buffer } | undefined) {
  const range = new CompactRange();
  let anchored = !anchor;
  let kept = true;
  let nodes = 0;
  for (let more = true; more;) {
    const { rows } = await client.query<{ leaf_hash: Buffer }>(
      "SELECT leaf_hash FROM app.ledger_entries WHERE company_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3",
      [company, range.size, LEAVES_AT_ONCE],
    );
    const complete = new KeptNodes();
    for (const { leaf_hash } of rows) {
      range.append(sha256, leaf_hash, complete.add);
      if (anchor && range.size === anchor.size) anchored = Buffer.from(range.root(sha256)).equals(anchor.root);
    }
    for (const { level, from, hashes } of complete.runs()) {
      const { rows: there } = await client.query<{ hash: Buffer }>(
        "SELECT hash FROM app.ledger_nodes WHERE company_id = $1 AND level = $2 AND index >= $3 AND index < $4 ORDER BY index",
        [company, level, from, from + hashes.length],
      );
      kept &&= there.length === hashes.length && there.every(({ hash }, at) => hash.equals(hashes[at]!));
      nodes += hashes.length;
    }
    more = rows.length === LEAVES_AT_ONCE;
  }
  const { rows: all } = await client.query<{ count: number }>(
    "SELECT count(*)::integer AS count FROM app.ledger_nodes WHERE company_id = $1",
    [company],
  );
  return { range, anchored, kept: kept && all[0]?.count === nodes };
}
