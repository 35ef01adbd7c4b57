import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyConsistency } from "#domain/ledger/merkle-proof.ts";
import { readMigrationFiles } from "#server/db/migration-files.ts";
import { productVersion } from "#server/db/product-version.ts";
import { builtSchemaObjects, readSchemaObjects } from "#server/db/schema-objects.ts";
import { readSchemaState } from "#server/db/schema-state.ts";
import { emptyDatabase } from "../support/fresh-database.ts";
import type { FreshDatabase } from "../support/fresh-database.ts";
import { withOwnVault } from "../support/own-vault.ts";
import { oldReleases, restoreOldRelease } from "../support/old-release.ts";
import { PASSWORD, Person } from "../support/person.ts";
import { runApp } from "../support/running-app.ts";
import type { RunningApp } from "../support/running-app.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** The last migration of 0.1.0, which is older than the promise that migrations do not change. */
const BEFORE_THE_PROMISE = "0022_linking";

/** Tables that have another name since. */
const renamed: Readonly<Record<string, string>> = {
  "app.matter_circle": "app.matter_access_list",
  "app.privilege_lifts": "app.privilege_waivers",
};

/** What an upgrade may empty, and why. */
const emptied: Record<string, string> = {};

test.each(oldReleases.filter(({ last }) => last !== BEFORE_THE_PROMISE))(
  "every migration up to $last is letter for letter as it was then, since they are frozen",
  async ({ folder, last }) => {
    const { migrations: then } = JSON.parse(await readFile(path.join(folder, "facts.json"), "utf8"));
    const now = Object.fromEntries((await readMigrationFiles()).map(({ name, sha256 }) => [name, sha256]));
    expect(then).toHaveProperty(last);
    expect(now).toMatchObject(then);
  },
);

describe.each(oldReleases)("an installation of $last", (release) => {
  let database: FreshDatabase;
  let running: RunningApp;
  let folder: string;
  let facts: any;
  let olga: Person;
  const at = (more: string) => `/companies/${facts.company}${more}`;

  beforeAll(async () => {
    facts = JSON.parse(await readFile(path.join(release.folder, "facts.json"), "utf8"));
    folder = await mkdtemp(path.join(tmpdir(), "exhibit-upgrade-"));
    for (const part of ["us", "anchors"])
      if (existsSync(path.join(release.folder, part)))
        await cp(path.join(release.folder, part), path.join(folder, part), { recursive: true });
    database = await emptyDatabase();
    await restoreOldRelease(database.adminUrl, release);
    database = await withOwnVault(database);
    running = await runApp({ database, folder });
    running.setNow(new Date("2026-11-23T12:00:00Z"));
    olga = new Person(running.url, "Olga", facts.olga.email);
  });
  afterAll(async () => {
    await running?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("is of this version afterwards, and knows the hash of each migration", async () => {
    const files = await readMigrationFiles();
    expect(await readSchemaState(database.admin)).toEqual({
      applied: files.map(({ name, sha256 }) => ({ name, sha256 })),
      version: productVersion(),
    });
  });

  test("O1: has the schema of a new installation, to the last grant", async () => {
    const client = await database.admin.connect();
    try {
      await client.query("BEGIN");
      expect(await readSchemaObjects(client)).toEqual(await builtSchemaObjects());
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });

  test("loses no row of any table", async () => {
    const { rows } = await database.admin.query<{ name: string; n: number }>(
      `SELECT n.nspname || '.' || c.relname AS name,
        (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I.%I', n.nspname, c.relname), false, true, '')))[1]::text::int AS n
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('app', 'auth') AND c.relkind = 'r'`,
    );
    const now = new Map(rows.map(({ name, n }) => [name, n]));
    const lost = Object.entries(facts.rows as Record<string, number>).filter(
      ([name, before]) => !(name in emptied) && (now.get(renamed[name] ?? name) ?? 0) < before,
    );
    expect(lost).toEqual([]);
  });

  test("carries the work that waited into the table of jobs", async () => {
    const { rows: lost } = await database.admin.query(`
      SELECT 'mail' AS kind, id FROM app.outbox o WHERE sent_at IS NULL
        AND NOT EXISTS (SELECT FROM app.jobs j WHERE j.kind = 'mail' AND j.key = o.id::text)
      UNION ALL SELECT 'imports', id FROM app.imports i WHERE state IN ('waiting', 'working')
        AND NOT EXISTS (SELECT FROM app.jobs j WHERE j.kind = 'imports' AND j.key = i.id::text)
      UNION ALL SELECT 'standings', company_id FROM app.ledger_heads h WHERE size > 0
        AND NOT EXISTS (SELECT FROM app.jobs j WHERE j.kind = 'standings' AND j.key = h.company_id::text)`);
    expect(lost).toEqual([]);
    const { rows } = await database.admin.query("SELECT count(DISTINCT kind)::integer AS kinds FROM app.jobs");
    expect(rows[0].kinds).toBeGreaterThan(5);
    expect((await database.admin.query("SELECT app.enqueue_waiting() AS made")).rows).toEqual([{ made: 0 }]);
  });

  test("lets people in with their passwords, and shows them what they had", async () => {
    expect((await olga.signIn(PASSWORD)).status).toBe(200);
    const { items } = (await olga.get(at("/evidence"))).body;
    expect(items.map((item: { name: string }) => item.name)).toEqual(
      expect.arrayContaining(["Prowler report, p.json", "Newer", "Lifted"]),
    );
    const plain = items.find((item: { name: string }) => item.name === "Newer");
    const file = await olga.get(at(`/evidence/${plain.id}/file`));
    expect(await file.response.text()).toBe("text of Newer");
  });

  test("takes tokens and invitations that were made before", async () => {
    const bearer = { authorization: `Bearer ${facts.token}`, origin: "", cookie: "" };
    const program = new Person(running.url, "Program", "");
    expect((await program.send("GET", at("/evidence"), undefined, bearer)).status).toBe(200);
    const token = /token=([\w-]+)/.exec(facts.invitation.link)![1];
    expect((await program.post("/invitations/look", { token })).body).toMatchObject({
      company: "Rich and Ready",
      state: "open",
    });
  });

  test("goes on with the same ledger, whose new checkpoint continues the old one", async () => {
    const query = new URLSearchParams({ name: "After", fileName: "a.txt", type: "Policy", controls: "XC-01" });
    expect((await olga.upload(at(`/evidence?${query}`), "after the upgrade")).status).toBe(201);
    // Rows that were made up for every table are nothing that other work understands.
    await running.app.services.signer.signCheckpoints(facts.company);
    const ledger = (await olga.get(at("/ledger"))).body;
    expect(ledger.key).toBe(facts.ledger.key);
    expect(ledger.size).toBeGreaterThan(facts.ledger.size);
    const { to, proof } = (await olga.get(at(`/ledger/consistency?from=${facts.ledger.size}`))).body;
    const bytes = (text: string) => Buffer.from(text, "base64");
    const known = ({ size, root }: { size: number; root: string }) => ({ size, root: bytes(root) });
    const [before, after] = [known(facts.ledger), known(ledger)];
    expect(to).toBe(ledger.size);
    expect(after.size).toBeGreaterThan(before.size);
    verifyConsistency(sha256, before.size, after.size, before.root, after.root, proof.map(bytes));
  });
});
