import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import type { DemoOrigin } from "./application.ts";
import { folderBlobStore } from "../blobs/folder-blob-store.ts";
import { openKysely, openPool, openPools, urlActingAs, urlOfDatabase } from "../db/connections.ts";
import { folderAnchors } from "../ledger/folder-anchors.ts";
import { demoWrap } from "../ledger/signing-wrap.ts";
import { migrate } from "../db/migrate.ts";
import { demoAccounts } from "./accounts.ts";
import type { DemoDatabases } from "./databases.ts";
import { startOfDay } from "./names.ts";
import type { DemoNames } from "./names.ts";
import { sampleConnectors } from "./sample-connectors.ts";
import { seedSample, sessionOf } from "./seed.ts";

const root = path.resolve(import.meta.dirname, "../../..");

interface TemplateDeps {
  readonly adminUrl: string;
  readonly folder: string;
  readonly databases: DemoDatabases;
  readonly names: DemoNames;
  readonly origin: DemoOrigin;
}

/** Answers with what the two places of a template or a visit are, under its folder. */
export function blobFolders(folder: string, database: string) {
  const store = (place: "us" | "eu") => folderBlobStore(path.join(folder, database, place));
  return { us: store("us"), eu: store("eu") };
}

/** Where a template or a visit remembers what it signed. */
export function anchorFolder(folder: string, database: string) {
  return folderAnchors(path.join(folder, database, "anchors"));
}

/** Changes with the migrations and with the seed: what a template was made of. */
export async function templateVersion(): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of ["db/migrations", "src/server/demo", "src/server/demo/registers"]) {
    for (const file of (await readdir(path.join(root, folder))).filter(isPart).sort())
      hash.update(await readFile(path.join(root, folder, file)));
  }
  return hash.digest("hex");
}

const isPart = (name: string) => /\.(ts|sql|json)$/.test(name) && !name.includes(".test.");

/** Names the folder for good, so that a template whose files lie elsewhere is never taken for one's own. */
export async function placeOf(folder: string): Promise<string> {
  const file = path.join(folder, "place");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== "") return known;
  const place = randomUUID();
  await writeFile(file, place, { mode: 0o600 });
  return place;
}

/**
 * Makes the template of a day unless it is there already, and answers with its name. Whoever comes second, in this
 * process or another, waits for the first. A template that nobody may connect to is complete; one that was left
 * half-made is made anew.
 */
export async function makeTemplate(deps: TemplateDeps, day: number): Promise<string> {
  const { databases, names, folder } = deps;
  const name = names.template(day);
  return await databases.alone(`${names.prefix}template`, async () => {
    if ((await databases.isClosed(name)) && existsSync(path.join(folder, name))) return name;
    await databases.drop(name);
    await rm(path.join(folder, name), { recursive: true, force: true });
    await databases.create(name);
    try {
      await databases.hurry(name);
      await fill(deps, name, day);
    } catch (error) {
      await databases.drop(name);
      throw error;
    }
    await databases.close(name);
    return name;
  });
}

async function fill({ adminUrl, folder, origin }: TemplateDeps, name: string, day: number): Promise<void> {
  const url = urlOfDatabase(adminUrl, name);
  const { keys, log } = origin;
  await migrate(url);
  const databases = openPools(url, keys, log, { user: 2, auditor: 1, staff: 1, auth: 1, worker: 2 });
  const signing = openPool(urlActingAs(url, "app_definer"), 1, log);
  const admin = new pg.Client({ connectionString: url });
  admin.on("error", () => {});
  await admin.connect();
  let now = startOfDay(day);
  try {
    const app = await origin.compose({
      databases,
      signing: { db: openKysely(signing), wrap: demoWrap(keys) },
      blobs: blobFolders(folder, name),
      anchors: anchorFolder(folder, name),
      sendMail: async () => {},
      mailbox: undefined,
      supportEmail: undefined,
      connectors: sampleConnectors,
      visitor: sessionOf(demoAccounts[0]!, now),
      demo: undefined,
      now: () => now,
    });
    await seedSample({ app, admin, day, setNow: (at) => void (now = at) });
    // A visit ends before its stored files are read for the first time.
    await admin.query("UPDATE app.scrub SET began_at = now(), finished_at = now()");
  } finally {
    await admin.end();
    await Promise.race([Promise.all([databases.close(), signing.end()]), setTimeout(5_000)]);
  }
}
